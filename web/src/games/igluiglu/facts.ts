// Written by tools/write_fact_types.py from the vocabulary of the game. Do not edit.

/** What an action of IGLU IGLU did. */
export interface Told {
  /** An Inuit is set on a cell; so many of its colour are left to place (II-6). */
  placed: { colour: "r" | "b" | "y" | "g"; cell: string; left: number };
  /** A seat flips a tile (II-7). Its cell becomes sea, unless it is a glacier. `kind` is null for all who may not see it (II-8). */
  flipped: { seat: number; cell: string; kind: "fish1" | "fish2" | "fish3" | "bear" | "glacier" | "drift" | "melt" | "energy1" | "energy2" | "energy3" | "harpoon" | "herd" | null };
  /** The flipped tile goes into the hand of a seat. `tile` is null for all others (II-8). */
  kept: { seat: number; cell: string; tile: "melt" | "energy1" | "energy2" | "energy3" | "harpoon" | "herd" | null };
  /** Fish of these values come up (II-9). */
  fish_came: { cell: string; values: number[] };
  /** A bear comes up (II-10). */
  bear_came: { cell: string };
  /** The tile stays as a glacier, with a fox of that value on it (II-11). */
  glacier: { cell: string; fox: number | null };
  /** Fewer animals came up than the tile says, because no more are left (II-3). */
  none_left: { animals: "fish" | "fox" | "bear" };
  /** A tile must be pushed (II-12). */
  drift_came: { cell: string };
  /** A tile should be pushed, but no push is possible (II-12). */
  drift_failed: { cell: string };
  /** These tiles, the pushed one first, move one cell in a direction with all that stands on them; the foremost comes onto the cell `onto` (II-12). */
  drifted: { cells: string[]; direction: "n" | "e" | "s" | "w"; onto: string };
  /** That push is chosen, and waits for these animals on `onto` to be moved out (II-13). */
  push_waits: { cells: string[]; direction: "n" | "e" | "s" | "w"; onto: string; animals: ("f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear")[] };
  /** An animal is moved out of the way of a push (II-13). */
  shoved: { animal: "f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear"; from: string; to: string };
  /** A bear that was moved onto this cell eats these animals (II-22). */
  eaten: { cell: string; animals: ("f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear")[] };
  /** An Inuit walks (II-19). */
  walked: { colour: "r" | "b" | "y" | "g"; from: string; to: string };
  /** An Inuit crosses the sea (II-19). `route`: sea cells, one way among the shortest. */
  kayaked: { colour: "r" | "b" | "y" | "g"; from: string; to: string; route: string[] };
  /** A seat takes an animal for so many points (II-20). */
  hunted: { seat: number; cell: string; animal: "f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear"; points: number };
  /** A seat plays a harpoon and takes an animal (II-17, II-19). */
  harpooned: { seat: number; cell: string; animal: "f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear" };
  /** An igloo is built; its colour has so many left (II-24). */
  igloo_built: { colour: "r" | "b" | "y" | "g"; cell: string; left: number };
  /** A seat plays an energy tile of that size (II-16). */
  energy_played: { seat: number; size: number };
  /** A seat now has so many points left in this turn (II-16, II-19). */
  points: { seat: number; points: number };
  /** A seat plays a melt: the tile is removed unseen, these animals are out of the game, and these Inuit flee (II-15). */
  melted: { seat: number; cell: string; lost: ("f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear")[]; fleeing: string };
  /** A seat plays a herd (II-18). */
  herd_played: { seat: number };
  /** An animal is herded one cell on; so many steps are left (II-18). */
  herded: { animal: "f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear"; from: string; to: string; left: number };
  /** So many herd steps are left, but none is possible any more (II-18). */
  herd_stopped: { steps: number };
  /** A bear attacks (II-23). `asked`: the seats with Inuit there, in the order of asking. */
  attack: { cell: string; asked: number[] };
  /** A seat answers with a harpoon and takes the bear; the attack is over (II-23). */
  speared: { seat: number; cell: string };
  /** A seat does not answer the bear (II-23). */
  passed: { seat: number; cell: string };
  /** Nobody has answered. These Inuit flee, those in their igloo hide (II-23). */
  unanswered: { cell: string; fleeing: string; hiding: string };
  /** An Inuit of that colour goes to a corner (II-15, II-23). */
  fled: { colour: "r" | "b" | "y" | "g"; corner: string };
  /** A seat ends its turn, and so many points are lost (II-25); the `next` seat is on turn, if the game goes on. */
  turn_ended: { seat: number; next: number | null; points_lost: number };
  /** The count at the end: each colour's points, and island by island who gets what and why (II-27, II-28). */
  scored: { scores: Record<string, { animals: number; islands: number; total: number }>; islands: ({ cells: string[]; value: number; strengths: Record<string, number>; points: Record<string, number>; why: Record<string, "alone" | "leads" | "second" | "nothing"> })[] };
  /** The game is over. If all seats are winners, it is a draw. */
  won: { winners: number[]; rule: string; reason: string };
}

/** What is due in IGLU IGLU. */
export interface Due {
  /** Another seat must decide; what follows is due from that seat. */
  wait: { seat: number };
  /** An Inuit is to be placed on a tile of the outer ring; so many are left (II-6). */
  place: { left: number };
  /** A tile must be flipped (II-7). */
  flip: Record<string, never>;
  /** A tile must be pushed (II-12). */
  push: Record<string, never>;
  /** These animals must be moved out of the way of a push (II-13). */
  make_room: { cells: string[]; direction: "n" | "e" | "s" | "w"; onto: string; animals: ("f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear")[] };
  /** So many points are left to spend (II-19). */
  points_left: { points: number };
  /** So many animal steps must be made (II-18). */
  herd_steps: { steps: number };
  /** A bear attacks on that cell, and the first of these seats is asked for a harpoon; then the others (II-23). */
  answer_attack: { cell: string; asked: number[] };
  /** Told to the seat that is asked, and to no other: whether it has a harpoon `ready`, has `none`, or has `played` one this turn already (II-14). */
  harpoon: { answer: "ready" | "none" | "played" };
  /** The asked seat's own Inuit on that cell hide in its igloo (II-23). */
  inuit_hide: { cell: string };
  /** The next Inuit that flees, and how many come after it (II-15, II-23). */
  choose_corner: { colour: "r" | "b" | "y" | "g"; more: number };
  /** Told to the seat on turn, and to no other: the types of tile that it can play now (II-14). */
  may_play: { types: ("melt" | "energy" | "harpoon" | "herd")[] };
  /** The turn may end (II-25). */
  may_end: Record<string, never>;
}

/** What a position of IGLU IGLU holds. */
export interface Outlook {
  /** The count as it would be if the game ended now, as `scored` gives it. */
  standing: { scores: Record<string, { animals: number; islands: number; total: number }>; islands: ({ cells: string[]; value: number; strengths: Record<string, number>; points: Record<string, number>; why: Record<string, "alone" | "leads" | "second" | "nothing"> })[] };
}

/** Why a machine would play a move of IGLU IGLU. */
export interface Reasons {
  /** Nothing else is legal. */
  only_choice: Record<string, never>;
  /** Whatever the others do, this wins. */
  wins_for_sure: Record<string, never>;
  /** Every other action is proven to lose. */
  all_others_lose: Record<string, never>;
  /** This turn takes these animals. */
  takes: { animals: ("f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear")[]; points: number };
  /** The seat becomes the strongest on the island with these cells, or the only one there; if the game ended then, it would pay so many points. */
  gains_island: { cells: string[]; share: "alone" | "leads" | "second" | "nothing"; points: number; unless_glacier: boolean };
  /** Another seat is no longer the strongest on the island with these cells, or no longer the only one there. */
  breaks_lead: { seat: number; cells: string[]; unless_glacier: boolean };
  /** Other players' Inuit must flee from these cells. */
  drives_away: { inuit: string; cells: string[] };
  /** A bear attacks Inuit of these other players. */
  attacks: { cell: string; inuit: string };
  /** After this turn own Inuit have these animals within reach that were not. */
  reaches: { animals: ("f1" | "f2" | "f3" | "x1" | "x2" | "x3" | "bear")[] };
  /** If the game ended then, the colours would not all have gained, or lost, the same: so many points more than now, or fewer. */
  changes_count: { points: Record<string, number>; unless_glacier: boolean };
  /** With this action the seat's chances are about `chances`, with the best of the others that were looked at, `action`, about `others`. */
  better_than: { action: string; chances: number; others: number };
}

/** What is wrong with a try at a puzzle of IGLU IGLU, besides reasons. */
export interface Refutations {
  /** There was a win, and nothing wins any more. */
  misses_win: Record<string, never>;
  /** As the count stands at the end of the turn, the seat is now ahead of the best of the others by so much at most (behind, if it is negative); the solution would have brought it to `best`. */
  brings_less: { lead: number; best: number };
  /** Whatever follows in this turn, bears can get to the seat's Inuit on so many cells. */
  leaves_danger: { cells: number };
  /** Whatever follows in this turn, others can become stronger than the solver on what is left of the island with these cells, with three points and if the ice stays as it is; after the line, `seat` can. */
  loses_island: { seat: number; cells: string[] };
}
