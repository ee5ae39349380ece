/** The server's HTTP interface. What goes wrong is thrown as a `Failure`, with words for people. */

import type { Step } from '../games/lessons';
import { language } from '../i18n';
import type {
  ActionJudged,
  AddEntropy,
  AddMail,
  AddPush,
  AddressDone,
  AddWebhook,
  Analysis,
  AnimateRecord,
  AskHint,
  AskJudgement,
  AskLines,
  Frames,
  HintAnswer,
  LinesAnswer,
  LogPage,
  Me,
  MyPuzzles,
  CheckedRules,
  DailyPuzzle,
  Devices,
  MoveHere,
  MoveLink,
  MovePreview,
  NewPosition,
  NewRules,
  NewTable,
  Notices,
  NoticeWishes,
  PlayAgain,
  PrivacyPolicy,
  Problem,
  PuzzleRatings,
  PuzzleSet,
  PuzzleSolution,
  PuzzlesTried,
  PuzzleTried,
  PuzzleView,
  PuzzleTries,
  RecoveryCode,
  RenameDevice,
  ReplayRecord,
  Rule,
  ServerInfo,
  Sit,
  StartTable,
  TableView,
  TableNotices,
  TablePage,
  Tried,
  Try,
  Verified,
  VerifyRecord,
  WebhookAdded,
} from '../protocol';
import { built, hosts, localTables, thinker } from '../local';
import type { LocalTables } from '../local/client';
import type { Kept } from '../local/store';
import { hasServer } from './kind';
import { answeredHere } from './place';
import { asked } from './reach.svelte';

export class Failure extends Error {
  constructor(
    readonly problem: Problem,
    /** Of HTTP; 0 where no answer came. */
    readonly status: number,
  ) {
    super(problem.words);
  }
}

const SLOW_MS = 20_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const here = await answeredHere(method, path, body);
  return here ? askHere<Answer>(method, path, body) : askServer<Answer>(method, path, body);
}

/** Ask the host in this page. */
async function askHere<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  host: LocalTables = localTables(),
): Promise<Answer> {
  const { status, answer } = await host.request(method, path, body ?? null).catch((problem: Problem) => {
    throw new Failure(problem, 500);
  });
  if (status === 200) return answer as Answer;
  throw new Failure(asProblem(answer, status), status);
}

async function askServer<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const response = await ask(method, path, body, 'application/json');
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  throw new Failure(asProblem(answer, response.status), response.status);
}

async function ask(method: Method, path: string, body: unknown, accept: string, slow = SLOW_MS): Promise<Response> {
  if (!hasServer) throw unreachable();
  try {
    const response = await fetch(path, {
      method,
      headers: { Accept: accept, ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(slow),
    });
    asked(response.status);
    return response;
  } catch {
    asked(null);
    throw unreachable();
  }
}

function unreachable(): Failure {
  return new Failure({ key: 'offline', words: 'the server cannot be reached', rule: null, values: {} }, 0);
}

/** An animation takes the server some seconds. */
async function animation(method: Method, path: string, body?: unknown): Promise<Blob> {
  const response = await ask(method, `${path}?lang=${language()}`, body, 'image/gif', 3 * SLOW_MS);
  if (response.ok) return response.blob();
  throw new Failure(asProblem(await response.json().catch(() => null), response.status), response.status);
}

function asProblem(answer: unknown, status: number): Problem {
  const given = (typeof answer === 'object' && answer !== null ? answer : {}) as Partial<Problem>;
  if (typeof given.key === 'string' && typeof given.words === 'string')
    return { key: given.key, words: given.words, rule: given.rule ?? null, values: given.values ?? {} };
  return { key: 'server', words: `the server answered ${status}`, rule: null, values: { status } };
}

const device = (id: string) => `/api/me/devices/${encodeURIComponent(id)}`;
const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const more = (from: string | null | undefined) => (from ? `?before=${encodeURIComponent(from)}` : '');

/** From the server; where none can be reached, from this page, if it can host tables itself. */
async function orHere<Answer>(there: Promise<Answer>, here: () => Promise<Answer>): Promise<Answer> {
  try {
    return await there;
  } catch (fault) {
    if (fault instanceof Failure && fault.status === 409) throw fault;
    if (await built()) return here();
    throw fault;
  }
}

/** My tables at the server and on this device, the newest change first. */
async function myTables(from?: string | null): Promise<Omit<TablePage, 'tables'> & { tables: Kept[] }> {
  const there = orHere(call<TablePage>('GET', `/api/me/tables${more(from)}`), () =>
    Promise.resolve({ tables: [], more: null }),
  );
  if (from || !(await built())) return there;
  const [{ tables, more: next }, here] = await Promise.all([there, askHere<TablePage>('GET', '/api/me/tables')]);
  return { tables: [...tables, ...here.tables].sort((a, b) => b.changed - a.changed), more: next };
}

const MY_NAME = 'floe.name';

/** Who the person is, where no server knows it. */
function nameHere(): Me {
  return { name: localStorage.getItem(MY_NAME) };
}

function puzzles(game: string, id?: string): string {
  return ['/api/puzzles', game, ...(id === undefined ? [] : [id])]
    .map((part, n) => (n ? encodeURIComponent(part) : part))
    .join('/');
}

export const api = {
  server: () => orHere(api.serverItself(), async () => (await built())!.server),
  serverItself: () => askServer<ServerInfo>('GET', '/api/server'),
  lessons: (game: string) => call<Step[]>('GET', `/api/games/${encodeURIComponent(game)}/lessons`),
  rules: (game: string, language: string) =>
    call<Rule[]>('GET', `/api/games/${encodeURIComponent(game)}/rules?lang=${language}`),
  me: () => orHere(call<Me>('GET', '/api/me'), () => Promise.resolve(nameHere())),
  rename: (name: string) => {
    localStorage.setItem(MY_NAME, name);
    return orHere(call<Me>('PUT', '/api/me', { name }), () => Promise.resolve({ name }));
  },
  privacy: () => askServer<PrivacyPolicy>('GET', '/api/privacy'),
  /** All that the server keeps about the person. */
  myData: () => askServer<Record<string, unknown>>('GET', '/api/me/data'),
  /** Have it deleted, and forget the name here, too. */
  deleteMe: async () => {
    const nobody = await askServer<Me>('DELETE', '/api/me');
    localStorage.removeItem(MY_NAME);
    return nobody;
  },
  /** What the server remembers of the puzzles that the person tried, and what is to be added to it. */
  myPuzzles: () => askServer<MyPuzzles>('GET', '/api/me/puzzles'),
  tellPuzzles: (wanted: PuzzleTries) => askServer<PuzzlesTried>('POST', '/api/me/puzzles', wanted),
  puzzleRatings: (game: string) => askServer<PuzzleRatings>('GET', `/api/puzzles/${encodeURIComponent(game)}/ratings`),
  /** All puzzles of a game, in short. */
  puzzles: (game: string) => call<PuzzleSet>('GET', puzzles(game)),
  daily: (game: string, day: string) => call<DailyPuzzle>('GET', `${puzzles(game)}/daily?day=${day}`),
  puzzle: (game: string, id: string) => call<PuzzleView>('GET', puzzles(game, id)),
  tryPuzzle: (game: string, id: string, actions: string[]) =>
    call<PuzzleTried>('POST', `${puzzles(game, id)}/try`, { actions }),
  solution: (game: string, id: string) => call<PuzzleSolution>('GET', `${puzzles(game, id)}/solution`),
  /** The person's devices, and what makes one more of them. */
  devices: () => askServer<Devices>('GET', '/api/me/devices'),
  renameDevice: (id: string, wanted: RenameDevice) => askServer<Devices>('PUT', device(id), wanted),
  removeDevice: (id: string) => askServer<Devices>('DELETE', device(id)),
  /** Leave this device: it forgets the name, too. */
  leaveDevice: async (id: string) => {
    await askServer<Devices>('DELETE', device(id));
    localStorage.removeItem(MY_NAME);
  },
  moveLink: () => askServer<MoveLink>('POST', '/api/me/link'),
  dropMoveLink: () => askServer<Devices>('DELETE', '/api/me/link'),
  recoveryCode: () => askServer<RecoveryCode>('POST', '/api/me/recovery'),
  lookMove: (wanted: MoveHere) => askServer<MovePreview>('POST', '/api/me/move/look', wanted),
  /** Become somebody on this device. */
  move: async (wanted: MoveHere) => {
    const me = await askServer<Me>('POST', '/api/me/move', wanted);
    if (me.name === null) localStorage.removeItem(MY_NAME);
    else localStorage.setItem(MY_NAME, me.name);
    return me;
  },
  /** How the person was called here last, whoever the server says it is. */
  keptName: () => nameHere().name,
  myTables,
  /** Where and how the person is called back. */
  notices: () => askServer<Notices>('GET', '/api/me/notices'),
  wishNotices: (wanted: NoticeWishes) => askServer<Notices>('PUT', '/api/me/notices', wanted),
  addPush: (wanted: AddPush) => askServer<Notices>('POST', '/api/me/notices/push', wanted),
  addMail: (wanted: AddMail) => askServer<Notices>('POST', '/api/me/notices/mail', wanted),
  addWebhook: (wanted: AddWebhook) => askServer<WebhookAdded>('POST', '/api/me/notices/webhook', wanted),
  removeAddress: (id: string) => askServer<Notices>('DELETE', `/api/me/notices/${id}`),
  tableNotices: (id: string) => askServer<TableNotices>('GET', `/api/me/notices/tables/${id}`),
  chooseNotices: (id: string, wanted: TableNotices) =>
    askServer<TableNotices>('PUT', `/api/me/notices/tables/${id}`, wanted),
  noticeLink: (what: 'confirm' | 'stop', token: string) =>
    askServer<AddressDone>('POST', `/api/notices/${what}/${encodeURIComponent(token)}`),
  /** What happened at a table before a version, a page of it. */
  log: (id: string, before: number) => askServer<LogPage>('GET', `${table(id)}/log?before=${before}`),
  lobby: (from?: string | null) => call<TablePage>('GET', `/api/tables${more(from)}`),
  create: (wanted: NewTable) => call<TableView>('POST', '/api/tables', wanted),
  table: (id: string) => call<Kept>('GET', table(id)),
  /** The position as a spectator sees it, to be drawn in a list. */
  view: (id: string, version: number) =>
    askServer<Record<string, unknown>>('GET', `${table(id)}/view?version=${version}`),
  sit: (id: string, wanted: Sit) => call<TableView>('POST', `${table(id)}/sit`, wanted),
  stand: (id: string) => call<TableView>('POST', `${table(id)}/stand`),
  cancel: (id: string) => call<TableView>('POST', `${table(id)}/cancel`),
  start: (id: string, wanted: StartTable) => call<TableView>('POST', `${table(id)}/start`, wanted),
  addEntropy: (id: string, wanted: AddEntropy) => call<TableView>('POST', `${table(id)}/entropy`, wanted),
  rematch: (id: string, wanted: PlayAgain) => call<TableView>('POST', `${table(id)}/rematch`, wanted),
  frames: (id: string, first: number, count: number) =>
    call<Frames>('GET', `${table(id)}/frames?first=${first}&count=${count}`),
  /** Of a table on this device: the whole position, to be taken elsewhere. */
  positionOf: (id: string) => call<Record<string, unknown>>('GET', `${table(id)}/position`),
  /** Of a table on this device: its game goes on at a server's table. */
  moved: (id: string, to: string) => call<Kept>('PUT', `${table(id)}/moved`, { to }),
  /** Delete a table of this device. */
  remove: (id: string) => call<object>('DELETE', table(id)),
  record: (id: string) => call<Record<string, unknown>>('GET', `${table(id)}/record`),
  analysis: (id: string) => call<Analysis>('GET', `${table(id)}/analysis`),
  animation: (id: string) => animation('GET', `${table(id)}/animation.gif`),
  animate: (wanted: AnimateRecord) => animation('POST', '/api/animation.gif', wanted),
  /** By this page itself: whoever deals is not asked whether the deal was fair. */
  verify: (wanted: VerifyRecord) => askHere<Verified>('POST', '/api/verify', wanted),
  replay: (wanted: ReplayRecord) => call<Frames>('POST', '/api/replay', wanted),
  checkRules: (wanted: NewRules) => call<CheckedRules>('POST', '/api/rules', wanted),
  position: (wanted: NewPosition) => call<Tried>('POST', '/api/positions', wanted),
  try: (wanted: Try) => call<Tried>('POST', '/api/try', wanted),
  hint: (wanted: AskHint) => call<HintAnswer>('POST', '/api/hint', wanted),
  judge: async (wanted: AskJudgement) =>
    (await hosts(wanted.position['game']))
      ? askHere<ActionJudged>('POST', '/api/judge', wanted, thinker())
      : askServer<ActionJudged>('POST', '/api/judge', wanted),
  /** In this page it is a look of a moment, which goes on when it is asked again. */
  lines: async (wanted: AskLines) =>
    (await hosts(wanted.position['game']))
      ? askHere<LinesAnswer>('POST', '/api/lines', wanted, thinker())
      : askServer<LinesAnswer>('POST', '/api/lines', wanted),
};
