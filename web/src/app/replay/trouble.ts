/** What is wrong with a record that cannot be replayed, in plain words, and what can be shown of it all the same. */

import { listed, t } from '../../i18n';
import { problemOf, problemText } from '../problems';
import { gameInfo, titleOf } from '../server.svelte';

type Document = Record<string, unknown>;

export interface Trouble {
  words: string;
  /** What the file itself tells of the game; empty if it does not. */
  told: string;
  /** As much of the record as can be replayed; null if nothing can. */
  part: Document | null;
}

const FORMAT = 1;

export function troubleWith(record: Document, thrown: unknown): Trouble {
  const problem = problemOf(thrown);
  const told = toldOf(record);
  if (!gameInfo(String(record['game']))) return { words: t('frame.replay.unknown'), told, part: null };
  if (problem.key !== 'malformed') return { words: problemText(problem), told, part: null };
  if (isNewer(record)) return { words: t('frame.replay.newer'), told, part: null };
  if (isSealed(record)) return { words: t('frame.replay.sealed'), told, part: null };
  if (!Array.isArray(record['actions'])) return { words: t('frame.replay.no_record'), told, part: null };
  const part = partOf(record, String(problem.values['where'] ?? ''));
  return { words: t('frame.replay.damaged', { words: problem.words }), told, part };
}

/** Written by a newer Floe, in a way or by rules that are not known here. */
function isNewer({ game, format, rules_version: version }: Document): boolean {
  const known = typeof game === 'string' ? gameInfo(game)?.rules_version : undefined;
  const newer = known !== undefined && typeof version === 'number' && version > known;
  return newer || (typeof format === 'number' && format > FORMAT);
}

/** Saved while the game was running: what is hidden in it was not told. */
function isSealed({ seed, start }: Document): boolean {
  return seed === null && start === null;
}

/** The record up to the action that cannot be. */
function partOf(record: Document, where: string): Document | null {
  const { actions, times } = record;
  if (!Array.isArray(actions)) return null;
  if (/^times\b/.test(where)) return { ...record, times: null };
  const bad = Number(/^actions\[(\d+)\]/.exec(where)?.[1] ?? 0);
  if (!bad) return null;
  return {
    ...record,
    actions: actions.slice(0, bad),
    times: Array.isArray(times) ? times.slice(0, bad) : null,
    result: null,
  };
}

function toldOf({ game, players, actions }: Document): string {
  if (typeof game !== 'string' || !Array.isArray(players) || !Array.isArray(actions)) return '';
  const names = players.map((player: { name?: unknown } | null) => player?.name);
  if (!names.every((name) => typeof name === 'string')) return '';
  return t('frame.replay.told', { game: titleOf(game), names: listed(names), n: actions.length });
}
