/** Keeps an element of the overlay where its place in the scene is drawn. */

import type { Point, Stage } from './stage';

export interface Pin {
  stage: Stage;
  at: (stage: Stage) => Point;
}

/** The element's middle goes there with every frame. */
export function pin(node: HTMLElement, given: Pin): { update: (given: Pin) => void; destroy: () => void } {
  let { at } = given;
  const { stage } = given;
  const place = () => {
    const { x, y } = at(stage);
    node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
  };
  const stop = stage.onFrame(place);
  place();
  return {
    update(next) {
      at = next.at;
      place();
    },
    destroy: stop,
  };
}
