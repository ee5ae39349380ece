// Written by tools/write_web_types.py from src/floe/server/wire. Do not edit.

/** What the server sends: nothing is left out, also what a client may leave out. */
export type Filled<T> = T extends (infer Item)[]
  ? Filled<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Filled<T[Name]> }
    : T;

export const PROTOCOL = 1;

/** Something that happened, or that is due, as a key and its values: `docs/facts.md` lists them. */
export interface Fact {
  key: string;
  values: Record<string, unknown>;
}

/**
 * Who is to sit at one seat: the person who sets up the table, anybody who comes, or a machine of a level.
 *
 * Several seats may be for "me": then they are played at one screen.
 */
export interface SeatPlan {
  who: "me" | "open" | "machine";
  /** Of a machine. */
  level?: string | null;
  /** Of a person at the own screen; the own name where it is left out. */
  name?: string | null;
}

/** So long for the whole game, and so much more after each turn of one's own. */
export interface LiveClock {
  type: "live";
  seconds: number;
  increment?: number;
}

/** So many days for each turn. */
export interface DaysClock {
  type: "days";
  days: number;
}

export type Clock = LiveClock | DaysClock;

/** A seat has something ahead at the start. `GameInfo.handicaps` lists what that can be. */
export interface Handicap {
  seat: number;
  ahead: string;
}

/** All that is chosen when a table is set up. */
export interface TableSettings {
  game: string;
  seats: SeatPlan[];
  rules?: Record<string, unknown>;
  colours?: string[] | null;
  clock?: Clock | null;
  /** When the time is up: a machine plays on; a machine ends this one turn; or the game is given up. */
  on_timeout?: "machine" | "pass" | "forfeit";
  /** When a player leaves a running game: the others wait, or a machine plays on until that player is back. */
  on_leave?: "wait" | "machine";
  /**
   * What may be taken back in the own turn: nothing; what the rules of the game let one take back; or also what
   * they do not, as long as nothing was revealed (for beginners).
   */
  undo?: "none" | "turn" | "free";
  chat?: "off" | "players" | "all";
  /** Whether the lobby shows the table, so that anybody can join; otherwise only those who have its link. */
  listed?: boolean;
  spectators?: boolean;
  /**
   * Whether one person may have several seats, such as two people at one screen. Where the host has several from the
   * start it is so in any case.
   */
  several_seats?: boolean;
  /**
   * Whether boards show what a move would bring up before it is made. Without, everybody has to see it by themselves,
   * which is part of some games.
   */
  previews?: boolean;
  /** Milliseconds that a machine takes for an action at the least, so that people can follow. */
  pace?: number;
  /**
   * Whether the second seat may take over the first after that one's first turn, so that nobody begins too well. Only
   * for new games in which nothing is hidden.
   */
  swap?: boolean;
  /** What one seat has ahead at the start, if anything; not together with a swap. */
  handicap?: Handicap | null;
}

export type SeatKind = "open" | "person" | "machine";

/** One seat as everybody sees it. */
export interface SeatView {
  seat: number;
  colour: string;
  kind: SeatKind;
  /** None at an open seat. */
  name: string | null;
  /** Of a machine, also of one that stands in for a person who left or ran out of time. */
  level: string | null;
  mine: boolean;
  /** Whether its person has the table open now. Machines always have. */
  present: boolean;
  /** A machine plays for the person whose seat this is, until that person is back. */
  stand_in: boolean;
  /** Before the game: its person has still to add to the deal, as announced; the game waits for it. */
  entropy_due: boolean;
  /** The first seat of the same person, where one has several; see `TableSettings.several_seats`. */
  same_as: number | null;
  /** An open seat that is kept for one of those who played before, and is asked to play again. */
  kept: boolean;
}

export type Status = "gathering" | "running" | "over" | "cancelled";

/**
 * How a game ended. `rule` is null where somebody gave up or ran out of time: then `resigned` is that seat; and
 * where the host of the server ended it (`reason` is `closed`): then nobody has won.
 */
export interface Result {
  winners: number[];
  rule: string | null;
  reason: string;
  resigned: number | null;
}

/** A table as the lobby, one's own list and the head of the table's screen show it. */
export interface TableView {
  id: string;
  game: string;
  status: Status;
  settings: Filled<TableSettings>;
  seats: SeatView[];
  /** Whether the table is one's own to start. */
  host: boolean;
  to_move: number | null;
  turn: number;
  result: Result | null;
  /** To the secret that the deal comes from, made before anybody added to the deal: see `docs/fairness.md`. */
  commitment: string;
  rules_version: number;
  created: number;
  changed: number;
  /** The table where the same people play again. */
  rematch: string | null;
  /** The game begins at a position that was given, not dealt: whoever gave it may know what is hidden in it. */
  set_up: boolean;
  /** A seat is kept for the receiver, who is asked to play again. */
  invited: boolean;
  /** The seat that asked first to play again, at `rematch`. */
  rematch_by: number | null;
  /** How many events the table has seen; pictures of it are kept by this number. */
  version: number;
  /**
   * Until when the seat to move has time; null without a clock, while a machine decides, and while the clock is
   * held.
   */
  due_by: number | null;
  /** So many actions had been played when those at the first two seats changed places; null if they have not. */
  swapped: number | null;
}

export type HappeningKind = "created" | "sat" | "entropy_added" | "stood" | "started" | "played" | "undone" | "takeback_asked" | "takeback_granted" | "takeback_declined" | "swapped" | "resigned" | "timed_out" | "left" | "returned" | "rematch" | "closed" | "cancelled" | "ready" | "joined";

/** Something that happened at the table. Its version is its place in the table's log. */
export interface Happening {
  version: number;
  at: number;
  kind: HappeningKind;
  seat: number | null;
  /** Of the person who sat down or set up the table; the id of the table to play again at. */
  name: string | null;
  /** What was played. */
  action: string | null;
  /** How many actions are on record after this. Of those told before, any beyond that number were taken back. */
  ply: number;
  /** What an action did, as far as the receiver may know. */
  facts: Fact[];
  /** The same in English, of a game for which the web app has no board and so no words of its own. */
  words: string | null;
}

/** What is left to one seat, at the time that the message was sent. */
export interface ClockFace {
  left: number;
  running: boolean;
  /**
   * So long the clock still stands before it runs, unless its person says `ready` earlier: at one screen the
   * device is being passed on.
   */
  held: number;
}

/** An action of a plan, and what it would tell the seat that has laid it. */
export interface PlannedMove {
  seat: number;
  action: string;
  facts: Fact[];
  /** The same in English, of a game for which the web app has no words. */
  words: string | null;
  /** What comes of it nobody knows, so nothing is told of it; a line ends with it. */
  reveals: boolean;
}

/** If the others play this, and the position is then as foreseen, the seat plays that. */
export interface Exchange {
  others: PlannedMove[];
  mine: PlannedMove[];
}

/** A line of a plan: what is still to come of it. */
export interface PlannedLine {
  number: number;
  exchanges: Exchange[];
}

/** A legal action, and how it is shown in its group. */
export interface PlainAction {
  action: string;
  text: string;
}

/** Legal actions that belong together. The heading may be empty. */
export interface PlainGroup {
  heading: string;
  actions: PlainAction[];
}

/** A position for a screen that knows nothing of the game: a picture and words, in English. */
export interface PlainPosition {
  /** What the receiver may see, drawn; none of a game that draws no pictures. */
  svg: string | null;
  /** The same in characters of one width. */
  text: string;
  /** What the receiver has to do; empty unless it is the receiver's turn, or where the board says it. */
  due: string;
  /** Every legal action once; empty unless it is the receiver's turn. */
  groups: PlainGroup[];
}

/** A position as one seat or a spectator may see it, and what can be done in it. */
export interface PositionView {
  ply: number;
  view: Record<string, unknown>;
  /** Empty unless it is the receiver's turn. */
  legal: string[];
  /** What the player to move has to do, as far as the receiver may know. */
  due: Fact[];
  /** Whether the receiver may take back the last action. */
  can_undo: boolean;
  /** What the position holds for one who looks closer: threats, or the points as they stand, island by island. */
  outlook: Fact[];
  /** For games that the web app has no board for; none for the others. */
  plain: PlainPosition | null;
}

/** Why something was not done. `key` and `values` can be translated, `words` are English. */
export interface Problem {
  key: string;
  words: string;
  rule: string | null;
  values: Record<string, unknown>;
}

/** A rule option of a game: its name, default and what it may be. */
export interface RuleOption {
  name: string;
  default: unknown;
  choices: string[] | null;
  lowest: number | null;
  highest: number | null;
  /** Besides the choices, an object of one's own is allowed: see the game's page. */
  own: boolean;
  /** What it decides, in a few English words. */
  text: string;
  /** Another reading of the rulebook: nobody needs to know of it who does not look for it. */
  reading: boolean;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  players: number[];
  hidden: boolean;
  chance: boolean;
  rules_version: number;
  options: RuleOption[];
  /** The usual colours of the seats for each number of players. */
  colours: Record<string, string[]>;
  /** The colours that the seats may choose from, each its own, for each number of players; none: the usual ones. */
  choosable: Record<string, string[]>;
  /** The machine players, weakest first. */
  levels: string[];
  default_level: string;
  /** The measured strength of levels, where it has been measured. */
  elo: Record<string, number>;
  /** One sentence for people who do not know the game. */
  summary: string;
  /** Whether the web app has a board of its own for it; if not, positions come with `plain`. */
  board: boolean;
  /** Whether `/api/games/{name}/lessons` has lessons for it. */
  lessons: boolean;
  /** Whether `/api/puzzles/{name}` has puzzles of it. */
  puzzles: boolean;
  /** What a seat may have ahead at the start. */
  handicaps: string[];
}

/** What a client needs to know first. */
export interface ServerInfo {
  version: string;
  protocol: number;
  games: GameInfo[];
  /** Whether the documentation is here, under `/docs/`. */
  docs: boolean;
}

/** One rule of a game, in English words. */
export interface Rule {
  number: string;
  text: string;
}

/** The person with this browser. There is no sign-up: the first request makes one. */
export interface Me {
  name: string | null;
}

/** A browser, or a program, that is the person. */
export interface Device {
  id: string;
  /** As the person calls it; at first a guess such as `Firefox (Android)`, empty where there is none. */
  name: string;
  created: number;
  /** When it was used last, to the hour. */
  seen: number;
  /** Whether it is the one that asks. */
  here: boolean;
}

/** All devices of the person, the one used last first. */
export interface Devices {
  devices: Device[];
  /** When the recovery code was made, if there is one. */
  recovery: number | null;
  /** As in `PrivacyPolicy`. */
  guests_after: number;
}

export interface RenameDevice {
  name: string;
}

/** What lets one more device become the person, once. It belongs behind the `#` of an address: `/move#...`. */
export interface MoveLink {
  secret: string;
  until: number;
}

/** What lets any device become the person, until it is replaced. It is shown this once. */
export interface RecoveryCode {
  code: string;
}

/** Become somebody on this device, by the secret of a link or by a recovery code. */
export interface MoveHere {
  link?: string | null;
  code?: string | null;
  /** What the device has of its own is joined with theirs. It is refused where that is not said. */
  join?: boolean;
}

/** Who somebody is, in short. */
export interface Somebody {
  name: string | null;
  /** Tables where one sits, or that one has set up. */
  games: number;
  /** That one has tried. */
  puzzles: number;
}

/** Who this device would become. Nothing has happened yet. */
export interface MovePreview {
  them: Somebody;
  /** On which of their devices the link was made; none for a recovery code. */
  device: string | null;
  /** How long the link is valid. */
  until: number | null;
  /** Whose device it is now, if that is somebody with games or puzzles: these would be joined with theirs. */
  own: Somebody | null;
  /** Other devices of whose device it is now: they would be nobody's. */
  others: string[];
  /** Whether it is theirs already. */
  same: boolean;
  /** Tables that are not over where both sit. As long as there are any, the two cannot be joined. */
  together: string[];
}

/** How long a server keeps what it knows of people, in days; 0 is until they, or its host, delete it. */
export interface PrivacyPolicy {
  /** After one was here last. */
  guests_after: number;
  /** After something happened last at a table. */
  tables_after: number;
}

export interface ChangeMe {
  name: string;
}

/** A table to be set up. `name` is one's own. */
export interface NewTable {
  settings: TableSettings;
  name?: string | null;
  /** One will add one's own part to the deal as soon as one knows the commitment; the game waits for it. */
  adds_entropy?: boolean;
  /** A position document to begin at, instead of a new game. */
  position?: Record<string, unknown> | null;
  /** A record document to play on from, after its first `ply` actions, instead of a new game. */
  record?: Record<string, unknown> | null;
  ply?: number;
  /** Begin at once if nobody and nothing is missing. */
  start?: boolean;
}

/** Part of a table's log, in order. */
export interface LogPage {
  happened: Happening[];
  /** Whether there is anything before the first of these: ask with `before` as its version. */
  more: boolean;
}

/** One's own part of the deal. */
export interface AddEntropy {
  entropy: string;
}

/** Play again with the same people. */
export interface PlayAgain {
  /** As in `NewTable`. */
  adds_entropy?: boolean;
}

/** Take an open seat; the first one, where none is named. */
export interface Sit {
  seat?: number | null;
  name?: string | null;
  entropy?: string;
}

/** Do not wait any longer: machines of this level take the seats that are open. */
export interface StartTable {
  level: string;
}

/** Some tables, the newest change first. `more` is what to ask for next, if there are more. */
export interface TablePage {
  tables: TableView[];
  more: string | null;
}

/** One position of a game that is replayed, with the action that led to it and what that did. */
export interface Frame {
  action: string | null;
  seat: number | null;
  facts: Fact[];
  at: number | null;
  position: PositionView;
  /** As in `Happening`. */
  words: string | null;
}

/** Part of a game's positions, from `first` on; `total` is how many there are. */
export interface Frames {
  game: string;
  first: number;
  total: number;
  names: string[];
  frames: Frame[];
  /**
   * So many actions had been played when those at the first two seats changed places; the names are as they sat from
   * then on.
   */
  swapped: number | null;
}

/** A record document to be replayed, as a file brings it. */
export interface ReplayRecord {
  record: Record<string, unknown>;
  first?: number;
}

/** The record of a finished game, to be replayed and its deal checked. */
export interface VerifyRecord {
  record: Record<string, unknown>;
  /** The one whose view of the end is wanted. */
  seat: number;
}

/** What a record says that holds together. Whoever took part knows whether it is what happened. */
export interface Verified {
  /** The end of the game as the seat saw it. */
  view: Record<string, unknown>;
  commitment: string;
  /** The seat's own. */
  entropy: string;
}

/** A record document to be made an animation of. */
export interface AnimateRecord {
  record: Record<string, unknown>;
}

/** Actions to be tried in a position, one after the other: for lessons, editors and studies. Nothing is kept. */
export interface Try {
  /** A position document; with `sampled`, what `seat` sees of a position. */
  position?: Record<string, unknown> | null;
  /** A record, instead: where it begins. What was played is not looked at; it may be sent along as `actions`. */
  record?: Record<string, unknown> | null;
  actions?: string[];
  /** Whose view to return; none is a spectator, who may here play for everybody. */
  seat?: number | null;
  /** Return the view of whoever is to move instead, and tell what happened as whoever did it may know it. */
  mover?: boolean;
  /** What `seat` cannot see is drawn for each action anew, and stays unseen unless the action reveals it. */
  sampled?: boolean;
  /** With `sampled`: where the draws for each action come from. 0 where it is left out. */
  seeds?: number[];
  /** Play as far as the actions are legal, instead of refusing all of them for one. */
  as_far?: boolean;
  /** Tell the documents on the way, too: after every so many actions; 0 is none. */
  every?: number;
}

/** An action and the seat that plays it. */
export interface Move {
  seat: number;
  action: string;
}

/** The position after the actions: its document, to be sent back with the next ones, and how it looks. */
export interface Tried {
  /** The whole position; with `sampled`, what the seat sees of it. */
  document: Record<string, unknown>;
  position: PositionView;
  /** What the last action did. */
  facts: Fact[];
  to_move: number | null;
  winners: number[] | null;
  /** Whose view it is. */
  seat: number | null;
  /** As in `Happening`, of the last action. */
  words: string | null;
  /** The actions that were played, and who played them. */
  moves: Move[];
  /** Whether what follows the last action depended on something that nobody could know: it may come otherwise. */
  reveals: boolean;
  /** Why no more actions were played, with `as_far`. */
  problem: Problem | null;
  /** Those on the way that were asked for with `every`. */
  documents: Record<string, unknown>[];
}

/** A first position for lessons and editors. */
export interface NewPosition {
  game: string;
  /** How many play; as few as can, where it is left out. */
  players?: number | null;
  rules?: Record<string, unknown>;
  seed?: number;
  seat?: number | null;
}

/** Rule options that somebody would like to play by. */
export interface NewRules {
  game: string;
  rules?: Record<string, unknown>;
}

/** Whether one can play by them. */
export interface CheckedRules {
  problem: Problem | null;
}

/** All puzzles of a game, in short: the n-th of them has the n-th entry of each list from `ids` on. */
export interface PuzzleSet {
  game: string;
  /** What can be asked. */
  tasks: string[];
  /** What else solutions are about. */
  themes: string[];
  ids: string[];
  /** How hard it is, on the scale of the levels' Elo. */
  ratings: number[];
  players: number[];
  /** How many actions of the solver's its solution has. */
  actions: number[];
  /** Its place in `tasks`. */
  task: number[];
  /** Places in `themes`. */
  about: number[][];
}

/** The puzzle of a day. */
export interface DailyPuzzle {
  id: string;
  day: string;
}

/** A puzzle, to be solved by `seat`. */
export interface PuzzleView {
  game: string;
  id: string;
  task: string;
  themes: string[];
  rating: number;
  players: number;
  seat: number;
  /** How many actions of the solver's its solution has. */
  actions: number;
  /** The position as the solver sees it. */
  shown: Tried;
}

/** All actions of the solver's so far. What others reply in between is not among them. */
export interface TryPuzzle {
  actions: string[];
}

/** What is wrong with a try. */
export interface PuzzleRefutation {
  facts: Fact[];
  /** An example of what follows. */
  frames: Frame[];
}

export type Standing = "open" | "solved" | "wrong";

/** What comes of a try. */
export interface PuzzleTried {
  /** `open`: it can still be solved from here. */
  standing: Standing;
  /** The last action, and what others replied. */
  played: Frame[];
  /** Where that leads, as the solver sees it. Nothing is legal there unless it is `open`. */
  shown: Tried;
  /** Of a wrong try. */
  refutation: PuzzleRefutation | null;
}

/** How a puzzle is solved, with an example of what others reply, from the position that it begins with. */
export interface PuzzleSolution {
  frames: Frame[];
  /** What it brings about before others reply, the most telling first. */
  reasons: Fact[];
}

/** Ask what the strongest machine would do at a table of one's own (`table`), or in a position. */
export interface AskHint {
  table?: string | null;
  position?: Record<string, unknown> | null;
}

/** What the machine would do, the most telling reason first. */
export interface HintAnswer {
  seat: number;
  action: string;
  reasons: Fact[];
  /** Each seat's share of the win, as the machine judges it. */
  chances: number[];
  /** What it expects to follow, the hinted action first. */
  line: Move[];
  /** `network`, or `estimate` where no weights fit the rules at hand. */
  judged_by: string;
}

/** Ask for the best actions in a position, as whoever is to move can judge it. */
export interface AskLines {
  /** A position document; with `sampled`, what `seat` sees of a position. */
  position: Record<string, unknown>;
  seat?: number | null;
  /** What whoever is to move sees is drawn, where that is not `seat`. */
  sampled?: boolean;
}

/** One of the best actions. */
export interface Line {
  action: string;
  /** Of all simulations, those that began with it. */
  share: number;
  /** Each seat's share of the win after it, as the machine judges it. */
  chances: number[];
  /** Whether they are certain. */
  proven: boolean;
  /** What it expects to follow, this action first; it ends where something hidden would have to be guessed. */
  moves: Move[];
}

/** What the machine thinks of a position. */
export interface LinesAnswer {
  /** Who is to move. */
  seat: number;
  chances: number[];
  /** Up to three, the best first. */
  best: Line[];
  /** How many actions the longest of the expected lines was looked at. */
  depth: number;
  simulations: number;
  /** As in `HintAnswer`. */
  judged_by: string;
  /** Whether it is certain, or there is no room to look further: to ask again brings nothing new. */
  enough: boolean;
}

/** What the machine thinks of one action of a finished game. */
export interface Judgement {
  ply: number;
  /** After the action, for each seat. */
  chances: number[];
  best: string;
  /** What the action cost the seat that played it, in share of the win. */
  loss: number;
  reasons: Fact[];
}

/** A finished game as the machine sees it. While `done` is less than `total`, ask again. */
export interface Analysis {
  done: number;
  total: number;
  judgements: Judgement[];
  turning_points: number[];
}

export type Health = "ok" | "degraded" | "failing";

/** One thing that a server needs. */
export interface HealthPart {
  name: "database" | "pages" | "bus";
  ok: boolean;
  /** What is wrong, in English words that name no place and no person. */
  why: string | null;
}

/**
 * Whether a server is well. `degraded`: all is kept, but news between workers come late. `failing`: nothing can
 * be kept, so nothing is acknowledged.
 */
export interface HealthReport {
  status: Health;
  version: string;
  parts: HealthPart[];
}

export type Channel = "push" | "mail" | "webhook";

/** How a person wants to be called when a game waits for them. */
export interface NoticeWishes {
  language?: "en" | "de" | "fr" | "it";
  /** Where the person is: a time zone by its IANA name, such as `Europe/Zurich`. */
  zone?: string;
  /** From then on nothing is sent, by the clock where the person is. */
  quiet_from?: number | null;
  quiet_until?: number | null;
  /** Also of games with a clock of minutes. */
  quick?: boolean;
}

/** Where a person is called. */
export interface NoticeAddress {
  id: string;
  channel: Channel;
  /** The address, as far as it helps to know it again. */
  shown: string;
  /** Nothing is sent before it is. */
  confirmed: boolean;
  created: number;
}

/** How the person with this browser is called, and what this server offers. */
export interface Notices {
  /** The server's public key for `PushManager.subscribe`; null where it has no Web Push. */
  push_key: string | null;
  mail: boolean;
  webhooks: boolean;
  addresses: NoticeAddress[];
  wishes: Filled<NoticeWishes>;
}

/** What a browser's `PushSubscription` says. */
export interface AddPush {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** An address of e-mail. It gets a message with a link, and nothing else before somebody opens that. */
export interface AddMail {
  address: string;
}

/**
 * An address that gets a signed message for each notice. The first, of the kind `confirm`, has to be answered
 * with a status from 200 to 299.
 */
export interface AddWebhook {
  url: string;
}

/** The secret that messages are signed with. It is told this once. */
export interface WebhookAdded {
  id: string;
  secret: string;
}

/** By which channels a person is called for one table: none mutes it, null is as for all. */
export interface TableNotices {
  channels?: Channel[] | null;
}

/** What a link in a message has done to an address. */
export interface AddressDone {
  channel: Channel;
  shown: string;
}

/** What somebody played to solve a puzzle. */
export interface PuzzleTry {
  id: string;
  /** The solver's own, in order. Nothing, where the solution was asked for at once. */
  actions?: string[];
  /** With help: it does not count as solved. */
  hinted?: boolean;
  /** The day whose puzzle it is, as YYYY-MM-DD. If it is solved, the day counts, at whichever try. */
  day?: string | null;
}

/** Tries of puzzles of a game, oldest first. Of each puzzle the first one that the server is told of counts. */
export interface PuzzleTries {
  game: string;
  tries: PuzzleTry[];
}

/** What is remembered of a person who solves puzzles of a game. The rating is Glicko-2's. */
export interface PuzzleRecord {
  game: string;
  rating: number;
  deviation: number;
  volatility: number;
  /** The puzzles that were solved at the first try ... */
  solved: string[];
  /** ... and those that were not. */
  missed: string[];
  /** The days whose puzzle was solved, in order. */
  days: string[];
}

/** One record for each game of which a puzzle was tried. */
export interface MyPuzzles {
  records: PuzzleRecord[];
}

/** The record after some tries. */
export interface PuzzlesTried {
  record: PuzzleRecord;
  /** Puzzles that this server does not have: their tries were not counted. */
  unknown: string[];
}

/** How the puzzles of a game are rated now that people have tried them. */
export interface PuzzleRatings {
  game: string;
  /** Those that differ from their measured rating, by id. */
  ratings: Record<string, number>;
}

/** Ask what an action is worth for whoever is to move, as that seat can judge it. */
export interface AskJudgement {
  /** As in `AskLines`, and so are the next two. */
  position: Record<string, unknown>;
  action: string;
  seat?: number | null;
  sampled?: boolean;
}

/** An action beside the best one. */
export interface ActionJudged {
  /** Who is to move. */
  seat: number;
  /** What the machine would play ... */
  best: string;
  /** ... and expect to follow, this action first. */
  line: Move[];
  /** Why, the most telling first. */
  reasons: Fact[];
  /** The seat's share of the win with the best action ... */
  expected: number;
  /** ... and with the one that was asked about. */
  achieved: number;
  loss: number;
  /** `slip`, `mistake` or `blunder`; none if the action is good enough. */
  grade: string | null;
  /** What the action allows to others. */
  allowed: Fact[];
}

export type Phrase = "hello" | "good_luck" | "have_fun" | "nice" | "well_played" | "thanks" | "sorry" | "oops" | "close" | "moment" | "again" | "must_go" | "smile" | "laugh" | "wow" | "sad" | "think" | "heart";

/** Play an action for the seat to move, which must be one's own. */
export interface Play {
  type: "play";
  id: string;
  /** Of the table as the player saw it. */
  version: number;
  action: string;
}

/** Take back one's last action, as far as the table's undo policy lets one. */
export interface Undo {
  type: "undo";
  id: string;
  version: number;
}

/** Ask the others to let one take back the own last action and all that came after it. */
export interface AskTakeback {
  type: "ask_takeback";
  id: string;
  version: number;
}

/** Grant what was asked, or decline; or withdraw the own request. */
export interface AnswerTakeback {
  type: "answer_takeback";
  id: string;
  grant: boolean;
}

/** At the second seat, take over the first after its first turn: the two change places, and the other plays on. */
export interface Swap {
  type: "swap";
  id: string;
  version: number;
}

/** Give up. That ends the game; all other seats share the win. */
export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

/** Leave a running game; what happens with the seat is the table's choice. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Be back at the own seats: the machine that stands in stops playing. */
export interface Return {
  type: "return";
  id: string;
}

/** At one screen the next person has taken the device: the clock that was held runs from now on. */
export interface Ready {
  type: "ready";
  id: string;
}

/** Write into the chat. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Say one of the phrases that everybody reads in their own language. */
export interface SayPhrase {
  type: "say_phrase";
  id: string;
  phrase: Phrase;
}

/** Ask why an action cannot be played now; answered with `refused`. */
export interface Why {
  type: "why";
  id: string;
  action: string;
}

/**
 * While others are waited for: if they play so, play this at once. The actions of all, in order, from the position
 * of that version on; the last one is one's own.
 */
export interface PlanLine {
  type: "plan_line";
  id: string;
  version: number;
  actions: string[];
}

/** Take a line out of the own plan. */
export interface DropLine {
  type: "drop_line";
  id: string;
  number: number;
}

/** The answer to a `ping`, with its number. What passes between is the network's delay. */
export interface Pong {
  type: "pong";
  number: number;
}

export type FromClient = Play | Undo | AskTakeback | AnswerTakeback | Swap | Resign | Leave | Return | Ready | Say | SayPhrase | Why | PlanLine | DropLine | Pong;

/**
 * The table as it stands, with all that happened after the version that the client has.
 *
 * Sent when the socket opens and after everything that happens. It is whole: a client that missed others needs only
 * the newest.
 */
export interface StateMessage {
  type: "state";
  version: number;
  table: TableView;
  happened: Happening[];
  /** Whose view this is: at a screen with several seats the one to move; none for a spectator. */
  seat: number | null;
  /** None before the game begins. */
  position: PositionView | null;
  waiting_for: number[];
  clocks: ClockFace[] | null;
  /** The seat that asks to take back, while the others have not all answered. */
  takeback: number | null;
  takeback_waits_for: number[];
  /** The server's time. */
  now: number;
  /** Whether the receiver has anything that the others could be asked to take back. */
  can_ask_takeback: boolean;
  /** Whether the receiver, at the second seat, may take over the first now instead of playing. */
  can_swap: boolean;
}

/** It is on record, durably, and made the table that version. */
export interface Accepted {
  type: "accepted";
  id: string;
  version: number;
}

/**
 * It was not done. `rule` is the rule of the game that forbids it, if one does; key and values say why in a
 * form to be translated; words say it in English.
 */
export interface Refused {
  type: "refused";
  id: string;
  rule: string | null;
  key: string;
  values: Record<string, unknown>;
  words: string;
}

/** It was made on a position that has changed since; a `state` with the present one follows. */
export interface Stale {
  type: "stale";
  id: string;
  version: number;
}

/** A line of the chat. Those of before are sent when the socket opens. */
export interface Said {
  type: "said";
  number: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
  /** If it is one of the phrases, which; the text is the same in English. */
  phrase: Phrase | null;
}

/** Lines of the chat were taken away: these numbers are left of those that were sent. */
export interface Unsaid {
  type: "unsaid";
  left: number[];
}

/** Who has the table open now. */
export interface Presence {
  type: "presence";
  seats: boolean[];
  spectators: number;
}

/** What the receiver plans to answer. Nobody else ever gets it. */
export interface Plan {
  type: "plan";
  seat: number;
  lines: PlannedLine[];
  /** The versions of the receiver's actions that were played as planned. */
  played: number[];
}

/** To be answered with `pong` at once. A client that does not answer is taken for gone. */
export interface Ping {
  type: "ping";
  number: number;
}

/** The server closes the socket: why, and whether it makes sense to come back. */
export interface Bye {
  type: "bye";
  key: string;
  words: string;
  again: boolean;
}

export type FromServer = StateMessage | Accepted | Refused | Stale | Said | Unsaid | Presence | Plan | Ping | Bye;
