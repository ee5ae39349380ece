/** Dragging a pawn to a space, in 3D and flat alike: spaces carry their name in `data-target`. */

/** So many pixels of movement make a press a drag. */
const FAR = 8;

export interface Drag {
  /** The pawn is lifted; false if it cannot go. */
  lift: () => boolean;
  /** It was let go over a space, or beside the board. */
  drop: (target: string | null, event: PointerEvent) => void;
}

function targetAt({ clientX, clientY }: PointerEvent): string | null {
  const under = document.elementsFromPoint(clientX, clientY) as (HTMLElement | SVGElement)[];
  return under.find(({ dataset }) => dataset['target'])?.dataset['target'] ?? null;
}

export function draggable(node: HTMLElement | SVGElement, given: Drag) {
  let drag = given;
  let from: PointerEvent | null = null;
  let lifted = false;

  function down(event: Event): void {
    const press = event as PointerEvent;
    if (press.button === 0) from = press;
  }

  function move(event: Event): void {
    const { pointerId, clientX, clientY } = event as PointerEvent;
    if (!from || lifted || from.pointerId !== pointerId) return;
    if (Math.hypot(clientX - from.clientX, clientY - from.clientY) < FAR) return;
    lifted = drag.lift();
    if (lifted) node.setPointerCapture(pointerId);
    else from = null;
  }

  function up(event: Event): void {
    const dropped = lifted;
    [from, lifted] = [null, false];
    if (!dropped) return;
    // The click that follows belongs to the drag.
    const swallow = (click: Event) => click.stopImmediatePropagation();
    node.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener('click', swallow, { capture: true }));
    drag.drop(event.type === 'pointerup' ? targetAt(event as PointerEvent) : null, event as PointerEvent);
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
  for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener);
  return {
    update(next: Drag) {
      drag = next;
    },
    destroy() {
      for (const [name, listener] of Object.entries(listeners)) node.removeEventListener(name, listener);
    },
  };
}
