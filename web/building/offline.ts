/**
 * Written when the app is built, for a device that keeps it: the service worker with the list of all files, and a
 * manifest in each language.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import type { Files, Version } from '../src/offline/caching';

const WORKER = 'sw.js';
const LANGUAGES = ['en', 'de', 'fr', 'it'];
/** In the scripts and the page, in place of what is known only at the end. */
const LIST = /(["'`])__VERSION__\1/;
const MARK = '__VERSION__';
/** Their names change with their content. */
const HASHED = /^assets\//;
/** Notes of the tools, and what is never asked for. */
const UNKEPT = /(^|\/)(sources|\.[^/]*)$|^index\.html$|\.map$/;

export function offline(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'floe-offline',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/offline/worker.ts', fileName: WORKER, preserveSignature: false });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'meta', attrs: { name: 'floe-version', content: MARK }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'manifest', href: './manifest.en.webmanifest' }, injectTo: 'head' },
      ],
    },
    generateBundle(_, bundle) {
      for (const language of LANGUAGES)
        this.emitFile({
          type: 'asset',
          fileName: `manifest.${language}.webmanifest`,
          source: manifest(config, language),
        });
      const worker = bundle[WORKER];
      const page = bundle['index.html'];
      if (worker?.type !== 'chunk' || page?.type !== 'asset')
        return this.error('there is no service worker, or no page');
      if (worker.imports.length || worker.exports.length || !LIST.test(worker.code))
        return this.error('the service worker has to be one classic script, with a place for the list of files');
      const files: Record<string, string | null> = {};
      for (const [name, file] of Object.entries(bundle)) {
        if (name === WORKER || UNKEPT.test(name)) continue;
        files[name] = HASHED.test(name) ? null : hash(file.type === 'asset' ? file.source : file.code);
      }
      for (const name of within(config.publicDir))
        if (!UNKEPT.test(name)) files[name] = hash(readFileSync(join(config.publicDir, name)));
      const version = versionOf(files, worker.code, String(page.source));
      const list = JSON.stringify({ version, files } satisfies Version);
      worker.code = worker.code.replace(LIST, () => JSON.stringify(list));
      page.source = String(page.source).replace(MARK, version);
    },
  };
}

function versionOf(files: Files, ...texts: string[]): string {
  const sorted = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash([JSON.stringify(sorted), ...texts].join('\n'));
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

function within(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/** Its addresses are relative to itself, so that the app can lie anywhere. */
function manifest({ root }: ResolvedConfig, language: string): string {
  const words = JSON.parse(readFileSync(join(root, `src/i18n/${language}/frame.json`), 'utf-8')) as Record<
    string,
    string
  >;
  return JSON.stringify({
    name: words['app.name'],
    short_name: words['app.name'],
    description: words['app.description'],
    lang: language,
    dir: 'ltr',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#07252e',
    theme_color: '#07252e',
    categories: ['games'],
    icons: [
      { src: 'icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: 'icons/192.png', type: 'image/png', sizes: '192x192' },
      { src: 'icons/512.png', type: 'image/png', sizes: '512x512' },
      { src: 'icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  });
}
