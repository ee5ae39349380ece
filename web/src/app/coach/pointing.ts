/** Where on the screen something is that the coach points at. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  /** There is no room above it for what points at it. */
  below: boolean;
}

/** Smaller things than this get a ring around them that can be seen. */
const LEAST = 30;
const ROOM = 90;

/** The first of some places that is drawn and in sight; null if none is. */
export function place(board: HTMLElement, selectors: readonly string[]): Box | null {
  for (const selector of selectors) {
    for (const found of board.querySelectorAll(selector)) {
      const { left, top, width, height } = found.getBoundingClientRect();
      const seen = width > 0 && height > 0 && top + height > 0 && top < innerHeight && left + width > 0;
      if (!seen || left >= innerWidth) continue;
      const [wide, tall] = [Math.max(width, LEAST), Math.max(height, LEAST)];
      return {
        left: Math.round(left + (width - wide) / 2),
        top: Math.round(top + (height - tall) / 2),
        width: Math.round(wide),
        height: Math.round(tall),
        below: top < ROOM,
      };
    }
  }
  return null;
}
