/**
 * The host of local tables: the server's own Python, run by MicroPython. See docs/page.md.
 *
 * Everything passes as text. Python asks for one thing only, a search, which the compiled kernel makes.
 */
import { loadMicroPython, type MicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';

/** The modules of a bundle: their texts by the names of their files. */
export type Bundle = Record<string, string>;

/** What Python wants to be searched. */
export interface Searching {
  game: string;
  judgeBy: string;
  /** The bytes of the position, in hexadecimal digits. */
  state: string;
  seat: number;
  rng: string;
  simulations: number | null;
  seconds: number | null;
  /** Under which rules, if the search may go on from what an earlier one found of its position. */
  rules: string | null;
}

/** A compiled function that Python wants to be called: arrays as their bytes in hexadecimal digits. */
export interface Running {
  game: string;
  entry: string;
  args: (number | string)[];
}

export interface Outside {
  /** Where MicroPython's own code is; in Node it finds it by itself. */
  wasm?: string;
  /** Search now, and return what was found as JSON. */
  search(asked: Searching): string;
  /** Call a compiled function, and return what it made of its arrays as JSON. */
  run(asked: Running): string;
}

/** What the host is asked: a method of `floe.page.host.Host`, and what that takes. */
export type Question = { now?: number } & (
  | { do: 'request'; method: string; path: string; body: unknown }
  | { do: 'ask'; table_id: string; message: unknown }
  | { do: 'state'; table_id: string; have: number; log?: unknown[] }
  | { do: 'due'; table_id: string }
  | { do: 'happen'; table_id: string }
  | { do: 'open'; table_id: string; secret: string; log: unknown[] }
  | { do: 'close'; table_id: string }
);

const HEAP = 24 * 1024 * 1024;
const STACK = 128 * 1024;
const FOLDER = '/floe';

export class Python {
  private constructor(private readonly running: MicroPython) {}

  static async start(outside: Outside): Promise<Python> {
    const running = await loadMicroPython({
      url: outside.wasm,
      heapsize: HEAP,
      pystack: STACK,
      linebuffer: true,
      stdout: (line) => console.info(line),
      stderr: (line) => console.error(line),
    });
    running.registerJsModule('outside', {
      search: (asked: string) => outside.search(JSON.parse(asked) as Searching),
      run: (asked: string) => outside.run(JSON.parse(asked) as Running),
    });
    running.FS.mkdir(FOLDER);
    running.runPython(`import sys\nsys.path.insert(0, '${FOLDER}')`);
    return new Python(running);
  }

  /** Make the modules of a bundle known. Nothing is run yet. */
  add(bundle: Bundle): void {
    for (const [path, text] of Object.entries(bundle)) {
      const folders = path.split('/').slice(0, -1);
      folders.forEach((_, n) => this.folder([FOLDER, ...folders.slice(0, n + 1)].join('/')));
      this.running.FS.writeFile(`${FOLDER}/${path}`, text);
    }
  }

  private folder(path: string): void {
    try {
      this.running.FS.mkdir(path);
    } catch {
      // it is there already
    }
  }

  /** The host, for the games of these names, whose bundles may come later. */
  host(games: string[]): (question: Question) => unknown {
    this.running.runPython(`from floe.page.host import Host\nhost = Host(${JSON.stringify(games)})\ncall = host.call`);
    const call = this.running.globals.get('call') as (question: string) => string;
    return (question) => JSON.parse(call(JSON.stringify(question)));
  }

  /** What a name stands for after `run`; for tests. */
  global(name: string): unknown {
    return this.running.globals.get(name);
  }

  /** Run any code; for tests. */
  run(code: string): unknown {
    return this.running.runPython(code);
  }
}
