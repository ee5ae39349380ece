/** A table that is being set up: what the form holds, and the settings that it makes. */

import type { Clock, GameInfo, Handicap, RuleOption, SeatPlan, TableSettings } from '../../protocol';
import { minimum, seatsFor, type Company } from './starting';

export interface Draft {
  game: string;
  seats: SeatPlan[];
  colours: string[];
  /** Only what differs from the game's defaults. */
  rules: Record<string, unknown>;
  clock: 'none' | Clock['type'];
  minutes: number;
  increment: number;
  days: number;
  onTimeout: NonNullable<TableSettings['on_timeout']>;
  onLeave: NonNullable<TableSettings['on_leave']>;
  undo: NonNullable<TableSettings['undo']>;
  chat: NonNullable<TableSettings['chat']>;
  listed: boolean;
  spectators: boolean;
  severalSeats: boolean;
  previews: boolean;
  swap: boolean;
  handicap: Handicap | null;
  pace: number;
}

export function newDraft(game: GameInfo, company: Company = 'machine'): Draft {
  const players = minimum(game);
  return {
    game: game.name,
    seats: seatsFor(company, players, game.default_level),
    colours: game.colours[players] ?? [],
    rules: {},
    clock: 'none',
    minutes: 10,
    increment: 5,
    days: 2,
    onTimeout: 'machine',
    onLeave: 'wait',
    undo: 'turn',
    chat: 'players',
    listed: false,
    spectators: true,
    severalSeats: false,
    previews: true,
    swap: false,
    handicap: null,
    pace: 600,
  };
}

/** The same table for another game: who plays and how long, not what the game alone has. */
export function withGame(draft: Draft, game: GameInfo): Draft {
  const players = game.players.includes(draft.seats.length) ? draft.seats.length : minimum(game);
  const seats = withPlayers({ ...draft, colours: game.colours[players] ?? [] }, game, players).seats.map((seat) =>
    seat.who === 'machine' && !game.levels.includes(seat.level ?? '') ? { ...seat, level: game.default_level } : seat,
  );
  return {
    ...draft,
    game: game.name,
    seats,
    colours: game.colours[players] ?? [],
    rules: {},
    previews: true,
    swap: draft.swap && maySwap(game),
    handicap: handicapOf(draft, game),
  };
}

/** What one seat has ahead, as far as the game offers that and the seat is there; never together with a swap. */
export function handicapOf({ handicap, seats, swap }: Draft, game: GameInfo): Handicap | null {
  const there = handicap && game.handicaps.includes(handicap.ahead) && handicap.seat < seats.length;
  return there && !(swap && maySwap(game)) ? handicap : null;
}

/** Places are swapped only where nobody would take along what the other must not know. */
export function maySwap(game: Pick<GameInfo, 'hidden'>): boolean {
  return !game.hidden;
}

/** More seats are filled as the last one is; fewer leave the last ones out. */
export function withPlayers(draft: Draft, game: GameInfo, players: number): Draft {
  const seats = draft.seats.slice(0, players);
  const last = draft.seats.at(-1)!;
  while (seats.length < players)
    seats.push({ who: last.who, ...(last.who === 'machine' ? { level: last.level } : {}) });
  return { ...draft, seats, colours: game.colours[players] ?? [] };
}

export function withSeat(draft: Draft, seat: number, plan: SeatPlan): Draft {
  return { ...draft, seats: draft.seats.map((other, index) => (index === seat ? plan : other)) };
}

/** Give a seat a colour; whoever has it takes the other one in exchange. */
export function withColour(draft: Draft, seat: number, colour: string): Draft {
  const old = draft.colours[seat]!;
  const colours = draft.colours.map((other, index) => (index === seat ? colour : other === colour ? old : other));
  return { ...draft, colours };
}

export function withRule(draft: Draft, game: GameInfo, name: string, value: unknown): Draft {
  const rules = { ...draft.rules, [name]: value };
  const usual = game.options.find((option) => option.name === name)?.default;
  if (JSON.stringify(value) === JSON.stringify(usual)) delete rules[name];
  return { ...draft, rules };
}

/** The rules that differ from the usual ones, as the game lists them. */
export function chosenRules(game: GameInfo, rules: Record<string, unknown>): RuleOption[] {
  return game.options.filter(({ name, default: usual }) => {
    const value = rules[name];
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(usual);
  });
}

export function clockOf(draft: Draft): Clock | null {
  if (draft.clock === 'live')
    return { type: 'live', seconds: Math.round(draft.minutes * 60), increment: draft.increment };
  return draft.clock === 'days' ? { type: 'days', days: draft.days } : null;
}

export function settingsOf(draft: Draft, game: GameInfo): TableSettings {
  const usual = game.colours[draft.seats.length] ?? [];
  return {
    game: draft.game,
    seats: draft.seats.map(({ who, level, name }) => ({
      who,
      ...(who === 'machine' ? { level } : {}),
      ...(who === 'me' && name?.trim() ? { name: name.trim() } : {}),
    })),
    rules: draft.rules,
    colours: draft.colours.join() === usual.join() ? null : draft.colours,
    clock: clockOf(draft),
    on_timeout: draft.onTimeout,
    on_leave: draft.onLeave,
    undo: draft.undo,
    chat: draft.chat,
    listed: draft.listed,
    spectators: draft.spectators,
    several_seats: draft.severalSeats,
    previews: draft.previews,
    swap: draft.swap && maySwap(game),
    handicap: handicapOf(draft, game),
    pace: draft.pace,
  };
}
