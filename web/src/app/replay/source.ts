/** Where a game that is replayed comes from: a table of the server's, or a file. */

import type { Colour, People } from '../../games/game';
import type { Frames, TableView } from '../../protocol';
import { isLocal } from '../../local/client';
import { api } from '../api';
import { levelName, namesOf, numbered } from '../people';

export interface Source {
  /** Of the table; null for a file. */
  id: string | null;
  game: string;
  people: People;
  frames(first: number, count: number): Promise<Frames>;
  /** The record as a document, to be downloaded. */
  record(): Promise<Record<string, unknown>>;
  /** The game as an animated picture, to be downloaded. */
  animation(): Promise<Blob>;
}

export function fromTable(table: TableView): Source {
  const mine = table.seats.filter((seat) => seat.mine).map(({ seat }) => seat);
  return {
    id: table.id,
    game: table.game,
    people: {
      colours: table.seats.map(({ colour }) => colour as Colour),
      names: namesOf(table.seats),
      me: mine.length === 1 ? mine[0]! : null,
    },
    frames: (first, count) => api.frames(table.id, first, count),
    record: () => api.record(table.id),
    animation: async () =>
      isLocal(table.id) ? api.animate({ record: await api.record(table.id) }) : api.animation(table.id),
  };
}

interface RecordedPlayer {
  colour: Colour;
  name: string;
  kind: string;
}

/** A record that a file holds. The server plays it, and says what is wrong with it if it cannot. */
export async function fromRecord(record: Record<string, unknown>): Promise<Source> {
  const { game } = await api.replay({ record });
  const players = record['players'] as RecordedPlayer[];
  return {
    id: null,
    game,
    people: {
      colours: players.map(({ colour }) => colour),
      names: numbered(players.map(({ name, kind }) => (name === kind ? levelName(kind) : name))),
      me: null,
    },
    frames: (first) => api.replay({ record, first }),
    record: () => Promise.resolve(record),
    animation: () => api.animate({ record }),
  };
}
