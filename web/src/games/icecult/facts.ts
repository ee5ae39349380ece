// Written by tools/write_fact_types.py from the vocabulary of the game. Do not edit.

/** What an action of ICE CULT did. */
export interface Told {
  /** Both cubes of a pair tilt toward a direction (IC-10). `poses` and `tops` are theirs afterwards. */
  tilt: { pair: "n" | "e" | "s" | "w"; toward: "n" | "e" | "s" | "w"; slots: ("a" | "b" | "c" | "d")[]; poses: Record<string, string>; tops: Record<string, string> };
  /** A pawn goes from start onto space 1 (IC-13), where it is the `standing`th from below. The arrow is that in `slot`, used itself or copied by a `circle`. */
  enter: { colour: "y" | "r" | "g" | "b"; path: "n" | "e" | "s" | "w"; standing: number; slot: "a" | "b" | "c" | "d"; circle: boolean };
  /** The pawn that is the `standing`th from below on space `from` steps to space `to`, with the `riders` on it (IC-16, from below). There it is the `lands`th. */
  step: { colour: "y" | "r" | "g" | "b"; path: "n" | "e" | "s" | "w"; from: number; to: number; standing: number; lands: number; riders: string; slot: "a" | "b" | "c" | "d"; circle: boolean };
  /** The pawn that is the `standing`th on the last space comes home, with the `riders` on it (IC-16). */
  home: { colour: "y" | "r" | "g" | "b"; path: "n" | "e" | "s" | "w"; from: number; standing: number; riders: string; slot: "a" | "b" | "c" | "d"; circle: boolean };
  /** An arc is spent to turn a cube in place (IC-18). `pose` and `top` are its own afterwards. */
  turn: { slot: "a" | "b" | "c" | "d"; way: "clockwise" | "counterclockwise"; pose: string; top: string };
  /** Since this action a seat is one step from winning: a step with one of these `arrows` brings its last pawns home, or makes its tower on that space. */
  threat: { seat: number; goal: "home" | "tower"; path: "n" | "e" | "s" | "w"; space: number; arrows: ("y" | "r" | "g" | "b")[] };
  /** That threat is no more. */
  threat_ended: { seat: number; goal: "home" | "tower"; path: "n" | "e" | "s" | "w"; space: number };
  /** A seat ends its turn (IC-19), and so many arcs are lost; the `next` seat is on turn, if the game goes on. */
  turn_ended: { seat: number; next: number | null; arcs_lost: number };
  /** So many turns in a row no pawn stepped; at the limit it is a draw (IC-22). */
  stalled: { turns: number; limit: number };
  /** All five pawns of a seat are home (IC-20). */
  all_home: { seat: number };
  /** All five pawns of a seat stand in one stack (IC-21). */
  tower: { seat: number; path: "n" | "e" | "s" | "w"; space: number };
  /** The game is over. If all seats are winners, it is a draw. */
  won: { winners: number[]; rule: string; reason: string };
}

/** What is due in ICE CULT. */
export interface Due {
  /** Another seat must decide; what follows is due from that seat. */
  wait: { seat: number };
  /** The first tilt (IC-9). */
  tilt_first: Record<string, never>;
  /** The second tilt; `barred` would take the first one back (IC-11). */
  tilt_second: { first: "nn" | "ns" | "sn" | "ss" | "ee" | "ew" | "we" | "ww"; barred: "nn" | "ns" | "sn" | "ss" | "ee" | "ew" | "we" | "ww" };
  /** The arrows in these slots have a step and are not used (IC-14). */
  use_arrows: { slots: ("a" | "b" | "c" | "d")[] };
  /** So many circles are left, and may copy the arrows in these slots; they must, unless the rules let the player waive them (IC-17). */
  use_circles: { circles: number; slots: ("a" | "b" | "c" | "d")[]; must: boolean };
  /** So many arcs are left to turn cubes with (IC-18). */
  may_turn: { arcs: number };
  /** Nothing is due, and the turn may end (IC-19). */
  may_end: Record<string, never>;
}

/** What a position of ICE CULT holds. */
export interface Outlook {
  /** A seat is one step from winning, as `threat` says. */
  in_reach: { seat: number; goal: "home" | "tower"; path: "n" | "e" | "s" | "w"; space: number; arrows: ("y" | "r" | "g" | "b")[] };
}

/** Why a machine would play a move of ICE CULT. */
export interface Reasons {
  /** Nothing else is legal. */
  only_choice: Record<string, never>;
  /** Whatever the others do, this wins. */
  wins_for_sure: Record<string, never>;
  /** Every other action is proven to lose. */
  all_others_lose: Record<string, never>;
  /** This turn wins the game. */
  wins: { goal: "home" | "tower" };
  /** As the position stood, the next seat could have won in its turn; after this turn it cannot. */
  stops_win: { seat: number; goal: "home" | "tower" };
  /** After this turn the seat is one step from winning: by coming home, or by a tower on that space. */
  makes_threat: { goal: "home" | "tower"; path: "n" | "e" | "s" | "w"; space: number };
  /** Another seat was one step from winning, and after this turn is no more. */
  stops_threat: { seat: number; goal: "home" | "tower"; path: "n" | "e" | "s" | "w"; space: number };
  /** So many own pawns stand in one stack after this turn, more than in any before it. */
  gathers: { path: "n" | "e" | "s" | "w"; space: number; pawns: number };
  /** So many pawns of another seat stood in one stack; after this turn they are no longer together, nor at home. */
  scatters: { seat: number; path: "n" | "e" | "s" | "w"; space: number; pawns: number };
  /** This turn brings so many own pawns home. */
  brings_home: { pawns: number };
  /** This turn brings own pawns forward, so many steps in all. */
  advances: { steps: number };
  /** After this turn the next seat can win in its own. */
  leaves_win: { seat: number; goal: "home" | "tower" };
  /** With this action the seat's chances are about `chances`, with the best of the others that were looked at, `action`, about `others`. */
  better_than: { action: string; chances: number; others: number };
}

/** What is wrong with a try at a puzzle of ICE CULT, besides reasons. */
export interface Refutations {
  /** There was a win, and nothing wins in this turn any more. */
  misses_win: Record<string, never>;
  /** A seat has a reply after which there is no win in the solver's next turn, whatever is played. */
  allows_reply: { seat: number };
  /** The game ends with this turn, and the solver does not win it alone. */
  ends_game: Record<string, never>;
}
