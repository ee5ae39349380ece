/** From a click to a table. */

import type { GameInfo, NewTable, SeatPlan, TableView, TableSettings } from '../../protocol';
import { isLocal } from '../../local/client';
import { api } from '../api';
import { isNew } from '../coach/learned.svelte';
import { withEntropy } from '../deals';
import { askName } from '../dialogs.svelte';
import { keepForGood } from '../keeping';
import { orNotice } from '../notices.svelte';
import { navigate } from '../router.svelte';
import { loadMe, loadServer, myName } from '../server.svelte';

/** Whom one plays with, when one has not chosen seat by seat. */
export type Company = 'machine' | 'friends' | 'screen';

export function seatsFor(company: Company, players: number, level: string): SeatPlan[] {
  return Array.from({ length: players }, (_, seat): SeatPlan => {
    if (seat === 0 || company === 'screen') return { who: 'me' };
    return company === 'friends' ? { who: 'open' } : { who: 'machine', level };
  });
}

/** Whether somebody else will read one's name there. */
function meetsOthers(settings: TableSettings): boolean {
  return settings.seats.some(({ who }) => who === 'open') || settings.listed === true;
}

/** The first seat at one's own screen is one's own; whoever else sits there may have told another name. */
export function named(settings: TableSettings, name: string | null): TableSettings {
  const mine = settings.seats.findIndex(({ who }) => who === 'me');
  const seats = settings.seats.map((plan, seat) => (seat === mine && name ? { name, ...plan } : plan));
  return { ...settings, seats };
}

/** Set up a table and go there. A name is asked for only if others come. */
export async function setUp(wanted: NewTable): Promise<TableView | null> {
  if (meetsOthers(wanted.settings) && (await askName()) === null) return null;
  const table = await orNotice(
    loadMe()
      .then(() => api.create({ adds_entropy: true, ...wanted, settings: named(wanted.settings, myName()) }))
      .then(withEntropy),
    wanted.settings.game,
  );
  if (table && isLocal(table.id)) void keepForGood();
  if (table) navigate(`/t/${table.id}`);
  return table;
}

export function minimum(game: GameInfo): number {
  return Math.min(...game.players);
}

/** The machine that sits opposite whoever does not choose: in the first games the gentlest, then the usual one. */
export function levelFor({ name, levels, default_level: usual }: GameInfo): string {
  return isNew(name) ? (levels[0] ?? usual) : usual;
}

/** One click: the person against a machine, or a table for a friend to come to. */
export async function playAtOnce(game: string, company: Company): Promise<void> {
  const server = await orNotice(loadServer());
  const info = server?.games.find(({ name }) => name === game);
  if (!info) return;
  await setUp({ settings: { game, seats: seatsFor(company, minimum(info), levelFor(info)) } });
}
