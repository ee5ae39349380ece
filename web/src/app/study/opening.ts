/** How one comes to a study: from a link, a file, a game that was played, or any position. */

import type { Colour, People } from '../../games/game';
import { api } from '../api';
import { colourName, levelName, namesOf, numbered } from '../people';
import { navigate } from '../router.svelte';
import { gameInfo, loadMe, loadServer } from '../server.svelte';
import type { TableView } from '../../protocol';
import { fromLink, LONGEST_LINK, parsed, toLink } from './link';
import { NoStudy, Study, type Damage, type PositionDocument, type Root, type StudyNode } from './study';

/** What is wrong with what was opened, though something can be shown of it. */
export type Note = Damage | 'newer_rules' | 'cut_link';

export interface Opened {
  study: Study;
  at: StudyNode;
  notes: Note[];
  /** The table whose finished game it is, if it is one: what a machine makes of the whole of it is asked there. */
  table: string | null;
}

const LARGEST_FILE = 4_000_000;
const KEPT = 'floe.study.';
export const PATH = '/analyse';

type Document = Record<string, unknown>;

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// From documents

/** A study from a position that is known whole, or as a seat sees it. */
export function fromPosition(position: PositionDocument, more: Partial<Root> = {}): Opened {
  const game = String(position['game']);
  const rulesVersion = gameInfo(game)?.rules_version ?? 1;
  const study = new Study({ game, rulesVersion, position, names: [], ...more });
  return { study, at: study.root, notes: [], table: null };
}

/** The game of a record as the main line, at one of its positions. */
export async function fromRecord(record: Document, ply = Infinity, names?: string[]): Promise<Opened> {
  const { document } = await api.try({ record });
  const players = (Array.isArray(record['players']) ? record['players'] : []) as { name: string; kind: string }[];
  const called = names ?? numbered(players.map(({ name, kind }) => (name === kind ? levelName(kind) : name)));
  const rulesVersion = typeof record['rules_version'] === 'number' ? record['rules_version'] : 1;
  const line = Array.isArray(record['actions']) ? (record['actions'] as unknown[]) : undefined;
  const read = Study.read({
    floe: 'study',
    version: 1,
    game: record['game'],
    rules_version: rulesVersion,
    names: called,
    at: [Math.min(ply, line?.length ?? 0)],
    root: document,
    line,
  });
  return { study: read.study, at: read.at, notes: [...read.damage, ...ageNotes(read.study)], table: null };
}

/** Whatever a file or a link holds: a study, a record of a game, or a position. Throws `NoStudy`. */
export async function fromDocument(document: unknown, whole = true): Promise<Opened> {
  await loadServer();
  const cut: Note[] = whole ? [] : ['cut_link'];
  if (isObject(document) && document['floe'] !== 'study' && typeof document['game'] === 'string') {
    if ('actions' in document || 'seed' in document) {
      const opened = await fromRecord(document);
      return { ...opened, notes: [...cut, ...opened.notes] };
    }
    return fromPosition((await api.try({ position: document })).document);
  }
  const { study, at, damage } = Study.read(document);
  const notes = [...cut, ...damage.filter((one) => whole || one !== 'cut'), ...ageNotes(study)];
  return { study, at, notes, table: null };
}

function ageNotes({ about }: Study): Note[] {
  const known = gameInfo(about.game)?.rules_version;
  return known !== undefined && about.rulesVersion > known ? ['newer_rules'] : [];
}

export async function fromFile(file: File): Promise<Opened> {
  if (file.size > LARGEST_FILE) throw new NoStudy('no_study');
  const { document, whole } = parsed(await file.text());
  return fromDocument(document, whole);
}

// From tables

/**
 * Whether a person may look at a game with a machine: when it is over, or nobody else plays it. People at one screen keep
 * their secrets from each other until then.
 */
export function mayAnalyse({ status, seats, game }: Pick<TableView, 'status' | 'seats' | 'game'>): boolean {
  if (status !== 'running') return status === 'over';
  const alone = seats.every((seat) => seat.kind === 'machine' || seat.mine);
  return alone && (gameInfo(game)?.hidden === false || seats.filter((seat) => seat.mine).length === 1);
}

/** The game of a table. While it runs and something is hidden: one position as the person sees it. */
export async function fromTable(id: string, ply = Infinity): Promise<Opened> {
  const [table] = await Promise.all([loadMe().then(() => api.table(id)), loadServer()]);
  const names = namesOf(table.seats);
  const info = gameInfo(table.game);
  if (table.status === 'over') return { ...(await fromRecord(await api.record(id), ply, names)), table: id };
  if (info && !info.hidden && !info.chance) return fromRecord(await api.record(id), ply, names);
  const { total } = await api.frames(id, 0, 1);
  const { frames } = await api.frames(id, Math.min(ply, total - 1), 1);
  const view = frames[0]!.position.view;
  const seenBy = info?.hidden ? { seenBy: table.seats.find((seat) => seat.mine)?.seat ?? null } : {};
  return fromPosition(view, { names, ...seenBy });
}

// Addresses

/** What the address holds; null where it names nothing. */
export async function fromAddress(query: URLSearchParams): Promise<Opened | null> {
  const mine = handed?.query === query.toString() ? handed.opened : null;
  handed = null;
  if (mine) return mine;
  const table = query.get('table');
  const link = query.get('s');
  const kept = query.get('kept');
  if (link !== null || kept !== null) {
    const text = kept === null ? null : sessionStorage.getItem(KEPT + kept);
    if (kept !== null && text === null) throw new NoStudy('no_study');
    const { document, whole } = text === null ? await fromLink(link ?? '') : parsed(text);
    return { ...(await fromDocument(document, whole)), table };
  }
  if (table === null) return null;
  const ply = query.get('ply');
  return fromTable(table, ply === null ? Infinity : Number(ply) || 0);
}

/** The address of a study; one that is too long for a link is kept in this tab, under a name. */
export async function addressOf(
  { study, table }: Pick<Opened, 'study' | 'table'>,
  at: StudyNode,
  key: string,
): Promise<{ address: string; link: string | null }> {
  const document = study.write(at);
  const of = table === null ? '' : `&table=${encodeURIComponent(table)}`;
  const text = await toLink(document);
  if (text.length <= LONGEST_LINK) return { address: `${PATH}?s=${text}${of}`, link: `${PATH}?s=${text}` };
  try {
    sessionStorage.setItem(KEPT + key, JSON.stringify(document));
  } catch {
    // It then lasts as long as the screen.
  }
  return { address: `${PATH}?kept=${key}${of}`, link: null };
}

/** What is on its way to the screen, by the address that leads to it: what was found wrong with it is not in there. */
let handed: { query: string; opened: Opened } | null = null;

/** Go to the analysis of something. */
export async function analyse(opened: Opened): Promise<void> {
  const { address } = await addressOf(opened, opened.at, newKey());
  handed = { query: queryOf(address), opened };
  navigate(address);
}

export function queryOf(address: string): string {
  return new URLSearchParams(address.slice(address.indexOf('?'))).toString();
}

export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36);
}

/** Those who play in a study: by the names that it has, or by their colours. */
export function peopleOf({ about }: Study): People {
  const players = about.position['players'];
  const colours = (Array.isArray(players) ? players : []) as Colour[];
  return {
    colours,
    names: colours.map((colour, seat) => about.names[seat] || colourName(colour)),
    me: about.seenBy ?? null,
  };
}
