/** One stop of the Tab key for a group of buttons; arrow keys go from one to the next. */

interface Manner {
  /** Where the keys come in: a list that grows is entered at its newest entry. */
  from?: 'first' | 'last';
  /** A list in which only up and down go from one to the next; the other keys are left to the page. */
  list?: boolean;
}

export function roving(group: HTMLElement, { from = 'first', list = false }: Manner = {}): { destroy: () => void } {
  const buttons = () => [...group.querySelectorAll<HTMLElement>('[data-rove]')];

  function appoint(one: HTMLElement | undefined): void {
    for (const button of buttons()) button.tabIndex = button === one ? 0 : -1;
  }

  function ensure(): void {
    const all = buttons();
    if (from === 'last' && !group.contains(document.activeElement)) appoint(all.at(-1));
    else if (!all.some((button) => button.tabIndex === 0)) appoint(all[0]);
  }

  function keydown(event: KeyboardEvent): void {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const column: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const row: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 };
    const to = column[event.key] ?? (list ? undefined : row[event.key]);
    if (to === undefined) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length]!;
    appoint(next);
    next.focus();
  }

  function focusin(event: FocusEvent): void {
    const button = (event.target as HTMLElement).closest<HTMLElement>('[data-rove]');
    if (button) appoint(button);
  }

  const watcher = new MutationObserver(ensure);
  watcher.observe(group, { childList: true, subtree: true });
  group.addEventListener('keydown', keydown);
  group.addEventListener('focusin', focusin);
  ensure();
  return {
    destroy() {
      watcher.disconnect();
      group.removeEventListener('keydown', keydown);
      group.removeEventListener('focusin', focusin);
    },
  };
}
