/** What the JSON beside a compiled kernel says: how it is called and what lies where in its memory. */

/** A number in memory as NumPy writes its type: unsigned, signed or float, and its bytes. */
export type NumberType = 'u1' | 'u2' | 'u4' | 'u8' | 'i1' | 'i2' | 'i4' | 'i8' | 'f4' | 'f8';

export interface Field {
  type: NumberType;
  offset: number;
  shape: number[];
}

export interface Struct {
  size: number;
  fields: Record<string, Field>;
}

/** A parameter: an array (its type a number's or a struct's; a size may be another parameter), or a whole number. */
export interface Parameter {
  type: string;
  shape?: (number | string)[];
}

export interface Entry {
  about: string;
  parameters: Record<string, Parameter>;
  returns: boolean;
}

export interface Description {
  format: number;
  game: string;
  rules_version: number;
  chance: boolean;
  hidden: boolean;
  alignment: number;
  sizes: { seats: number; actions: number; max_legal: number; observation: number };
  structs: Record<string, Struct>;
  entries: Record<string, Entry>;
  /** A first position for each number of players, in base64. */
  first: Record<string, string>;
}

export interface SearchDescription extends Description {
  judge_by: string;
  edges_per_node: number;
  settings: Record<string, number>;
}

/** The format of descriptions that this program reads. */
export const FORMAT = 2;
