/** What a person is choosing: picks lead to an action, to a further choice, or to the reason why not. */

import { t } from '../../../i18n';
import type { PositionView } from '../../../protocol';
import { hear } from '../../../sound';
import type { BoardProps, Reason } from '../../game';
import { firstChoice, NOTHING, offers, own, pickCell } from '../model/choices';
import type { Choice, Offer } from '../model/choices';
import { meant, meantByTile } from '../model/meaning';
import { destination, parse } from '../model/notation';
import { actionText } from '../text/texts';
import { viewOf, at } from '../model/view';
import type { Cell, HandTile } from '../model/view';

export class Choosing {
  chosen = $state.raw<Choice>(NOTHING);
  /** Pointed at, or under the keys. */
  pointed = $state<Cell | null>(null);
  reason = $state.raw<Reason | null>(null);

  readonly view = $derived.by(() => viewOf(this.props.position.view));
  readonly legal = $derived.by(() => (this.props.interactive ? this.props.position.legal : []));
  /** What goes on with what is chosen, and what would begin afresh. */
  readonly offered = $derived.by(() => offers(this.view, this.legal, this.chosen, this.#far));
  readonly afresh = $derived.by(() => offers(this.view, this.legal, NOTHING));
  readonly pickable = $derived.by(() => new Set([...this.offered.cells.keys(), ...this.afresh.cells.keys()]));
  /** The Inuit that is chosen. */
  readonly inuit = $derived.by(() => {
    const { cell } = this.chosen;
    const owner = this.view.players[this.view.owner]!;
    const stands = cell && this.view.phase === 'act' && at(this.view, cell).inuit?.includes(owner);
    return stands ? { cell, colour: owner } : null;
  });
  /** What would be done at the place that is pointed at. */
  readonly preview = $derived.by(() => (this.pointed ? (this.offered.cells.get(this.pointed)?.action ?? null) : null));

  /** What is still to be played of a walk that was chosen whole. */
  #further: readonly string[] = [];
  /** Where the Inuit stands that goes on being chosen. */
  #stays: Cell | null = null;
  /** The position that the last action was played in, and whether its answer was awaited since. */
  #playedAt: PositionView | null = null;
  #waited = false;

  constructor(private readonly given: () => BoardProps) {}

  private get props(): BoardProps {
    return this.given();
  }

  begin(choice: Choice): void {
    this.chosen = choice;
    this.reason = null;
  }

  /** Let go of what was chosen. */
  cancel = (): void => this.begin(firstChoice(this.view, this.legal));

  take = (offer: Pick<Offer, 'action' | 'then' | 'further'>): void => {
    if (offer.action) {
      const inuit = this.inuit?.cell ?? null;
      this.cancel();
      this.#play(offer.action, inuit);
      this.#further = offer.further ?? [];
    } else if (offer.then) this.begin(offer.then);
  };

  /** Whoever goes stays chosen where they come to; whoever does something else, where they are. */
  #play(action: string, inuit: Cell | null): void {
    const parsed = parse(action);
    const goes = parsed?.kind === 'walk' || parsed?.kind === 'kayak';
    this.#stays = parsed && goes ? destination(parsed) : inuit;
    this.#playedAt = this.props.position;
    this.#waited = false;
    this.props.play(action);
  }

  /** After a new position: the walk goes on, or the Inuit can be told what else to do. */
  renew(): void {
    const [next, ...further] = this.#further;
    const stays = this.#stays;
    this.#forget();
    this.cancel();
    if (next && this.legal.includes(next)) {
      this.#play(next, null);
      this.#further = further;
    } else if (stays && this.view.phase === 'act' && own(this.view, stays)) {
      if (this.afresh.cells.has(stays)) this.begin({ cell: stays });
      // A new position may be there before it is this person's turn again.
      else if (!this.props.interactive) this.#stays = stays;
    }
  }

  /** It has become, or is no longer, this person's turn. */
  turned(): void {
    if (!this.props.interactive) this.#waited = true;
    else if (this.#playedAt !== this.props.position) {
      if (this.chosen === NOTHING) this.renew();
    } else if (this.#waited) {
      // What was sent was refused.
      this.#forget();
      if (this.chosen === NOTHING) this.cancel();
    }
  }

  #forget(): void {
    this.#further = [];
    this.#stays = this.#playedAt = null;
    this.#waited = false;
  }

  get #far(): boolean {
    return !this.props.lesson;
  }

  pick = (cell: Cell): void => {
    if (!this.props.interactive) return;
    if (this.chosen.cell === cell && !this.offered.cells.has(cell)) {
      this.cancel();
      return;
    }
    const offer = pickCell(this.view, this.legal, this.chosen, cell, this.#far);
    if (offer) this.take(offer);
    else void this.#explain(cell);
  };

  /** End the turn, or say why it cannot end yet. */
  end(): void {
    if (this.legal.includes('end')) this.take({ action: 'end', then: null });
    else void this.#ask('end');
  }

  pickTile = (tile: HandTile): void => {
    if (this.chosen.tile === tile) this.cancel();
    else if (this.afresh.tiles.has(tile)) this.begin(this.afresh.tiles.get(tile)!);
    else {
      // It can be looked at all the same.
      this.begin({ tile });
      if (this.props.interactive) void this.#explainTile(tile);
    }
  };

  async #explain(cell: Cell): Promise<void> {
    const { view, chosen } = this;
    if (view.phase === 'shove' && !chosen.animal) {
      hear('refused');
      this.reason = { rule: 'II-13', key: '', values: {}, words: t('igluiglu.bar.chooseanimal') };
      return;
    }
    const asked = meant(view, chosen, cell);
    if (asked && !this.legal.includes(asked)) await this.#ask(asked);
    else if (chosen !== NOTHING) this.cancel();
  }

  async #explainTile(tile: HandTile): Promise<void> {
    const { view } = this;
    if (tile === 'harpoon' && view.phase === 'act' && !view.played.includes('harpoon')) {
      hear('refused');
      this.reason = { rule: 'II-17', key: '', values: {}, words: t('igluiglu.hand.noprey') };
      return;
    }
    await this.#ask(meantByTile(view, tile));
  }

  async #ask(action: string): Promise<void> {
    const { position } = this.props;
    hear('refused');
    const answer = await this.props.why(action);
    if (position === this.props.position) this.reason = answer;
  }

  /** What is asked of the person, after what has been chosen. */
  readonly question = $derived.by(() => {
    const { chosen, view } = this;
    if (chosen.tile === 'melt' || (chosen.tile === 'harpoon' && !chosen.cell)) {
      return this.afresh.tiles.has(chosen.tile) ? t(`igluiglu.hand.choose.${chosen.tile}`) : '';
    }
    if (chosen.tile && !chosen.cell) return t(`igluiglu.tile.${chosen.tile}`);
    if (!chosen.cell) {
      return view.phase === 'shove' && !chosen.animal && this.legal.length ? t('igluiglu.bar.which') : '';
    }
    if (view.phase === 'drift') return t('igluiglu.bar.push', { cell: chosen.cell });
    if (view.phase === 'herd') return t(chosen.animal ? 'igluiglu.bar.whereto' : 'igluiglu.bar.which');
    if (chosen.kayak) return t('igluiglu.bar.kayak');
    return t(this.inuit ? 'igluiglu.bar.inuit' : 'igluiglu.bar.prey', { cell: chosen.cell });
  });

  readonly prompt = $derived.by(() => {
    const offer = this.pointed ? this.offered.cells.get(this.pointed) : undefined;
    return offer?.action ? this.text(offer, this.pointed!) : this.question;
  });

  /** What an offer at a cell would do. */
  text({ action, further }: Offer, cell: Cell): string {
    if (!further?.length) return actionText(action ?? '', this.props.position.view);
    const from = this.chosen.cell ?? '';
    return t('igluiglu.action.walk_far', { from, to: cell, points: further.length + 1 });
  }

  /** What the line above the board says, after what has been chosen; empty: what is due. */
  readonly banner = $derived.by(() => {
    if (!this.props.interactive) return '';
    if (!this.inuit) return this.chosen === NOTHING ? '' : this.question;
    return t('igluiglu.banner.inuit', { cell: this.inuit.cell, points: this.view.points });
  });
}
