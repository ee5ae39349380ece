/** An exercise from one's own game, and when it comes back. */

import { createEmptyCard, fsrs, Rating, type Card } from 'ts-fsrs';
import type { Fact } from '../../protocol';
import type { Kept } from '../practice/shelves';

/** A decision of one's own that gave something away. Its key is the table and how many actions came before. */
export interface Exercise extends Kept {
  table: string;
  /** The action of the game that it is about, counted from 1. */
  ply: number;
  game: string;
  rulesVersion: number;
  /** Whose decision it was. */
  seat: number;
  /** The position before it: whole, or, where something is hidden, as the seat sees it. */
  position: Record<string, unknown>;
  hidden: boolean;
  names: string[];
  played: string;
  best: string;
  /** What it cost, in share of the win. */
  loss: number;
  reasons: Fact[];
  /** When the game ended. */
  at: number;
  card: Card;
}

/** Whole days only: nobody sits and waits for an exercise. */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false });

/** What comes up for the first time, now. */
export function newCard(now: Date): Card {
  return createEmptyCard(now);
}

/** When it comes back: later, the more often it was found at the first go; soon, if it was not. */
export function answered(card: Card, right: boolean, now: Date): Card {
  return scheduler.next(card, now, right ? Rating.Good : Rating.Again).card;
}
