/** One stop of the Tab key for a group of buttons; arrow keys go from one to the next. */

export function roving(group: HTMLElement): { destroy: () => void } {
  const buttons = () => [...group.querySelectorAll<HTMLElement>('[data-rove]')];

  function appoint(one: HTMLElement | undefined): void {
    for (const button of buttons()) button.tabIndex = button === one ? 0 : -1;
  }

  function ensure(): void {
    const all = buttons();
    if (!all.some((button) => button.tabIndex === 0)) appoint(all[0]);
  }

  function keydown(event: KeyboardEvent): void {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
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
