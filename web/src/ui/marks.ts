/** The mark of each player colour, so that a colour never stands alone: outlines in a box of 24 by 24. */

import type { Colour } from '../games/game';

export const COLOURS: readonly Colour[] = ['y', 'r', 'g', 'b'];

function sun(): string {
  const rays = 8;
  const points: string[] = [];
  for (let i = 0; i < rays * 2; i++) {
    const angle = (Math.PI * i) / rays;
    const radius = i % 2 ? 6.6 : 10.6;
    points.push(`${(12 + radius * Math.sin(angle)).toFixed(2)} ${(12 - radius * Math.cos(angle)).toFixed(2)}`);
  }
  return `M${points.join('L')}Z`;
}

/** Yellow sun, red diamond, green triangle, blue wave. Each is one closed outline, to be filled. */
export const MARKS: Readonly<Record<Colour, string>> = {
  y: sun(),
  r: 'M12 1.5L20.5 12L12 22.5L3.5 12Z',
  g: 'M12 2.5L22 20.5L2 20.5Z',
  b: 'M1.5 11.5C4 5.5 8 5.5 11 9C14 12.5 17 12.5 20 7.2L22.5 10.5C20 18 15.5 18.5 12 15C9 12 6.5 12 4 17Z',
};

/** The value of a CSS variable of styles.css, for what CSS cannot reach (WebGL, canvas): token('y'), token('ice-2'). */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
