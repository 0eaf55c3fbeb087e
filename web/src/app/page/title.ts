const PRODUCT = 'Meadow';

/** The title of the screen: the last `h1` in sight. At a desk a list stands before the record that is read. */
export function screenTitle(): HTMLHeadingElement | null {
  const titles = [...document.querySelectorAll('h1')].filter((title) => title.checkVisibility());
  return titles.at(-1) ?? null;
}

/** Gives the page the title of the screen, and the number of what is unread. Unchanged while a screen is on its way. */
export function showTitle(): void {
  const title = screenTitle();
  // A screen whose title is a date or a name says what it is by `data-title`.
  const text = (title?.dataset.title ?? title?.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (text === '') return;
  const unread = Number(document.querySelector<HTMLElement>('[data-unread-count]')?.dataset.unreadCount ?? 0);
  const page = `${unread > 0 ? `(${unread}) ` : ''}${text} · ${PRODUCT}`;
  if (document.title !== page) document.title = page;
}
