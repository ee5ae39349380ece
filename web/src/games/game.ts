/**
 * What a game brings to the web app, and what the app gives to its board.
 *
 * The frame (routes, table, socket, log) knows no game; a game knows no network. No rules here: a board draws `position`
 * and offers what is in `position.legal`.
 */

import type { Component } from 'svelte';
import type { IconName } from '../ui/icons';
import type { Fact, Happening, PositionView, Result, RuleOption } from '../protocol';
import type { Step } from './lessons';

export type Colour = 'y' | 'r' | 'g' | 'b';
export type Motion = 'full' | 'reduced';

export interface BoardSettings {
  motion: Motion;
  view: '3d' | '2d';
  /** What the games' own switches are set to, by their names in the manifests. */
  switches: Readonly<Record<string, boolean>>;
  /** Of animations: 1 is as designed, 2 twice as fast. */
  speed: number;
  /** The name of the chosen player colours. When it changes, colours taken from CSS variables must be taken anew. */
  palette: string;
  /** Whether a board may show what a move would bring up; a table can be without. */
  previews: boolean;
}

/** Those at the table, by seat. */
export interface People {
  colours: Colour[];
  names: string[];
  /** The seat of the person who reads, to whom texts may say "you"; null for spectators. */
  me: number | null;
}

/** Why an action cannot be played. */
export interface Reason {
  rule: string | null;
  key: string;
  values: Record<string, unknown>;
  /** Ready to be shown, in the current language. */
  words: string;
}

export interface BoardProps {
  /** The newest accepted position that is to be shown. */
  position: PositionView;
  /** What led from the position drawn before to this one, with facts to animate; [] means: just draw. */
  happened: Happening[];
  /** Whose view; null for a spectator or a replay. */
  seat: number | null;
  people: People;
  /** It is this person's turn and nothing is pending. */
  interactive: boolean;
  /** An action that was sent and is not answered yet: show it as pending, never as done. */
  pending: string | null;
  play: (action: string) => void;
  why: (action: string) => Promise<Reason>;
  settings: BoardSettings;
  /** To be told what is asked of the person after what they have chosen on the board; empty: what is due. */
  asks?: (words: string) => void;
  /** Only what a lesson is about is offered; the rules would allow more. */
  lesson?: boolean;
  /** A log entry that is pointed at: show it on the board. */
  highlight: Happening | null;
  /** An action that a hint proposes: show where it would be done. */
  hint: string | null;
  /** Actions that a machine would consider, the best first: show where each would be done, the best strongest. */
  ideas?: readonly string[];
  /**
   * To be called once for each new `position`, when what happened has been shown (at once if there was nothing to
   * animate). The frame then gives the next position; it goes on by itself after a while if it is never called.
   */
  settled: () => void;
  /**
   * The game has just ended before the person's eyes: celebrate on the board, shortly, and then call this. Null: that is
   * over, or the person goes on; the board shows the end at rest.
   */
  celebrated?: (() => void) | null;
}

export interface ViewProps {
  view: Record<string, unknown>;
  position: PositionView;
  /** Whose view; null for a spectator or a replay. */
  seat: number | null;
  people: People;
}

/** What one player has, beside the name. */
export interface PlayerExtrasProps extends ViewProps {
  /** Whose things are shown. */
  of: number;
}

/** What the frame asks of a game when it is played, replayed or learned: loaded with the first table of that game. */
export interface GameParts {
  Board: Component<BoardProps>;
  /** Whether the board is drawn flat or in three dimensions, as the settings say. */
  views?: boolean;
  PlayerExtras?: Component<PlayerExtrasProps>;
  /** The board as a table of text, for screen readers and for those who prefer it. */
  TextBoard: Component<ViewProps>;
  /** Of the end of the game, where more is to be shown than who won: the count, island by island. */
  Count?: Component<ViewProps>;
  /** Of a game with secrets: whether there are any in this position. Left out: always. */
  secrets?(view: Record<string, unknown>): boolean;
  /** Of a game that counts points: each seat's as they stand. */
  points?(position: PositionView): number[] | null;
  /** The language of its sentences, where they are not in the person's own. */
  language?: string;
  /** What happened, in the current language. An empty text means that the log leaves this fact out. */
  factText(fact: Fact, people: People): string;
  /** What happened in small signs of the game's own, for the log. They say nothing by themselves: words stand beside them. */
  Signs?: Component<{ fact: Fact; people: People }>;
  /** The words beside the signs, where these say a part of it. Left out: `factText`. */
  briefText?(fact: Fact, people: People): string;
  /** What an action would tell of itself once it is played, as far as the board shows it: for signs. Empty: words do. */
  foreseen?(action: string, position: PositionView): Fact[];
  /** Whether an action only answers what another seat's turn has brought about, and so is part of that turn. */
  answers?(action: string): boolean;
  /** What is due, in one line. `seat` is who has to do it. */
  dueText(position: PositionView, people: People, seat: number): string;
  /** The same for those who see the board, in fewer words: the rest is in sight. Left out: `dueText`. */
  dueBrief?(position: PositionView, people: People, seat: number): string;
  /** What an action would do, for labels of buttons and for hints. */
  actionText(action: string, position: PositionView, people: People): string;
  /** The heading under which an action is listed among all that can be done; empty, or left out: none. */
  groupText?(action: string, position: PositionView): string;
  /** One of the reasons or refutations of the game in docs/facts.md. Empty: it is left out. */
  reasonText(reason: Fact, people: People): string;
  /** The picture of a rule, by its number, for the page of rules; nothing for one that needs none. */
  Figure?: Component<{ rule: string }>;
  /** Keys of the board, for the `?` dialog: the key and the message that says what it does. */
  keys: { keys: string[]; message: string }[];
  coach?: GameCoach;
}

/** One sentence for somebody who plays a game for the first times. */
export interface Tip {
  /** What it is about. Once the person has done it twice, nothing more is said of it. */
  thing: string;
  words: string;
  /** What it points at: selectors in the board, of which the first that finds something in sight is taken. */
  at: readonly string[];
  /** Of what others are about to do: it is said as long as it is true, whatever the person knows. */
  danger?: boolean;
}

/** What a game tells its newcomers. The goal in one line is the message `{game}.goal`. */
export interface GameCoach {
  /** The goal and the ways to reach it, in words and pictures. */
  Goal: Component<{ people: People; seat: number | null }>;
  /** What can be said to a seat now, the most pressing first. */
  tips(position: PositionView, people: People, seat: number): Tip[];
  /** Where an action is done, as the `at` of a tip; for lessons, which point at whatever is to be done next. */
  where?(action: string): readonly string[];
  /** The things that whoever plays this action has done. */
  things(action: string, position: PositionView, seat: number): string[];
  /** After a defeat, by the last position: how it came about, and how it can be seen coming. Empty: nobody was beaten. */
  lost(position: PositionView, people: People, seat: number, result: Result): string;
}

/** The same, with what the server says of the game. */
export interface GameUI extends GameParts {
  name: string;
  /** As people write it; the same in all languages. */
  title: string;
}

export interface MiniatureProps {
  /** As the server names it. */
  game: string;
  motion: Motion;
}

/** A screen of the game's own, which the home page leads to. */
export interface GamePage {
  /** Its address, which others may have a link to: '/cubes'. */
  path: string;
  /** Its title; what it is for is `{message}.help`. */
  message: string;
  icon: IconName;
  load: () => Promise<{ default: Component }>;
}

/**
 * The manifest of a game's folder, the default export of `games/{game}/index.ts`. It is light, for it is loaded with the
 * app; what it names is loaded when it is first asked for. What it leaves out is not offered.
 */
export interface GameManifest {
  load: () => Promise<GameParts>;
  /** The living miniature of the home page: small, SVG, without three.js. */
  loadMiniature: () => Promise<Component<MiniatureProps>>;
  /** A position, small, for lists: SVG, drawn from what a spectator sees. */
  loadThumbnail?: () => Promise<Component<{ view: Record<string, unknown> }>>;
  /** Inputs of rule options that are more than a choice or a number, by the option's name. */
  loadOptionInputs?: () => Promise<Record<string, Component<OptionInputProps>>>;
  loadLessons?: () => Promise<Step[]>;
  /** What the settings let one switch on: names that no other game has. Their words are `{game}.switch.{name}`. */
  switches?: readonly string[];
  /** The switches that are on unless the person sets them otherwise: for all, or for those who have the coach. */
  usual?: Readonly<Record<string, 'on' | 'coached'>>;
  /** Whether its board shows what moves would bring up, so that tables can do without. The words are `{game}.previews`. */
  previews?: boolean;
  pages?: readonly GamePage[];
  about?: AboutBox;
}

/** What the box of a game says, and what of its rules is ours. */
export interface AboutBox {
  box: {
    players: number[];
    age: number;
    minutes?: number;
    author?: string;
    artist?: string;
    publisher?: string;
    year?: number;
  };
  /** Rules that we had to write, with the message `{game}.about.{words}`. */
  ours: { rule: string; words: string }[];
}

/** The input of a rule option that is more than a choice or a number, on the screen that sets up a table. */
export interface OptionInputProps {
  option: RuleOption;
  value: unknown;
  change: (value: unknown) => void;
}

/*
 * A board fills the box that it stands in. On wide screens (from 60rem) that box has a height of its own; on narrow ones
 * the board brings its height, best at most that of the screen less 10rem, so that what is due stays in sight.
 *
 * Messages that the frame looks up in a game's own file (games/{game}/i18n/{language}/texts.json). For those that are not
 * there the server's English words do, where it has any.
 *   {game}.tagline                      one short line on the home page
 *   {game}.goal                         how one wins, in one short line
 *   {game}.option.{name}                the label of a rule option of the server's GameInfo
 *   {game}.option.{name}.help           one line that explains it
 *   {game}.option.{name}.{choice}       the label of a choice
 *   {game}.refusal.{key}                why an action cannot be played, by the key of `refused`
 *   {game}.won.{reason}                 how the game was won, by the reason of Result ({winners}, {count}, {you})
 *   {game}.undo.{none,turn,free}.help   what a table's choice about undoing means in this game
 *   {game}.switch.{name}, ….help        a switch of the manifest
 *   {game}.previews, ….help, ….off      whether a table shows what moves would bring up; that it does not
 *   {game}.about.{words}                what of its rules is ours
 *   {game}.puzzle.task.{task}           what a puzzle asks ({next}: the player after the one who solves it)
 *   {game}.puzzle.theme.{theme}         what puzzles are looked up by: tasks and themes, in a few words
 */
