/** A study as a part of an address: its document, deflated, in letters that need no escaping. */

import { NoStudy } from './study';

/** Longer addresses are cut by some messengers, and refused by some servers. */
export const LONGEST_LINK = 6000;
const LARGEST = 2_000_000; // bytes of a document: what is larger is no study
const DEFLATED = '1';
const PLAIN = '0';

export async function toLink(document: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  if (typeof CompressionStream === 'undefined') return PLAIN + letters(bytes);
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return DEFLATED + letters(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** The document of a link. One that lost its end is read as far as it goes: `whole` is then false. */
export async function fromLink(text: string): Promise<{ document: unknown; whole: boolean }> {
  const bytes = bytesOf(text.slice(1));
  if (!bytes || (text[0] !== DEFLATED && text[0] !== PLAIN)) throw new NoStudy('no_study');
  const { found, whole } = text[0] === PLAIN ? { found: bytes, whole: true } : await inflated(bytes);
  return parsed(new TextDecoder().decode(found), whole);
}

/** JSON; where it is cut off, what there is of it. */
export function parsed(text: string, whole = true): { document: unknown; whole: boolean } {
  try {
    return { document: JSON.parse(text) as unknown, whole };
  } catch {
    const mended = mend(text);
    if (mended === null) throw new NoStudy('no_study');
    return { document: mended, whole: false };
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<{ found: Uint8Array; whole: boolean }> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let whole = true;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > LARGEST) {
        await reader.cancel();
        throw new NoStudy('no_study');
      }
    }
  } catch (fault) {
    if (fault instanceof NoStudy) throw fault;
    whole = false; // what was read so far is right
  }
  const found = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    found.set(part, at);
    at += part.length;
  }
  return { found, whole };
}

/** What can be read of JSON that breaks off: everything up to its last whole value. Null if that is nothing. */
function mend(text: string): unknown {
  const open: string[] = [];
  let best: { at: number; close: string } | null = null;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (quoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') quoted = false;
      continue;
    }
    const closing = () => [...open].reverse().join('');
    if (letter === '"') quoted = true;
    else if (letter === '{' || letter === '[') open.push(letter === '{' ? '}' : ']');
    else if (letter === ',') best = { at, close: closing() };
    else if (letter === '}' || letter === ']') {
      if (open.pop() !== letter) break;
      best = { at: at + 1, close: closing() };
    }
  }
  if (!best) return null;
  try {
    return JSON.parse(text.slice(0, best.at) + best.close) as unknown;
  } catch {
    return null;
  }
}

function letters(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const plain = atob(
      text
        .replace(/[^\w-].*$/s, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    );
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
