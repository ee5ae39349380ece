/** A proxy before the server of all tests, for tests in which the server goes away or moves on to a new version. */

import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export class Proxy {
  /** What texts are changed to on their way. */
  change: (text: string) => string = (text) => text;
  private server: Server | null = null;
  private port = 0;

  constructor(private readonly target: string) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Begin to answer; the second time at the same address. */
  async opens(): Promise<void> {
    this.server = createServer((asked, answer) => {
      const headers = { ...asked.headers, 'accept-encoding': 'identity' };
      const passed = request(this.target + asked.url, { method: asked.method, headers }, (got) => {
        const parts: Buffer[] = [];
        got.on('data', (part: Buffer) => parts.push(part));
        got.on('end', () => {
          let body = Buffer.concat(parts);
          if (/html|javascript/.test(got.headers['content-type'] ?? '')) body = Buffer.from(this.change(String(body)));
          answer.writeHead(got.statusCode!, { ...got.headers, 'content-length': body.length }).end(body);
        });
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    });
    await new Promise<void>((done) => this.server!.listen(this.port, '127.0.0.1', done));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** As a server that is gone: nobody listens. */
  async closes(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = null;
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  }
}
