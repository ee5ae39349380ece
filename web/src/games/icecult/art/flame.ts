/** The fire that those who are home sit around: its two outlines, in a box of 12 by 16 around its foot's middle. */

export const FLAME = {
  outer: { d: 'M0-7C4-2 5 0 3.4 3A3.6 3.6 0 0 1-3.4 3C-5 0-2-1-2-3.4-.6-2.6-.4-4 0-7Z', fill: '#ff9a3c' },
  inner: { d: 'M0-2C2 .6 2.2 1.6 1.4 3.2A1.6 1.6 0 0 1-1.4 3.2C-2.2 1.6-.6.4 0-2Z', fill: '#ffe9a8' },
} as const;
