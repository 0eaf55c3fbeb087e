/** What the timeline shows, as it stands in the address. */
export type Filters = {
  q?: string;
  notebook?: string;
  mood?: string;
  tag?: string;
  /** Calendar dates, both included. */
  from?: string;
  to?: string;
  /** Own entries by default. */
  scope?: 'shared';
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[0-9a-f-]{36}$/i;
const MAX_QUERY_LENGTH = 200;
const MAX_WORD_LENGTH = 50;

/** Reads filters from an address. What is no filter is left out. */
export function filtersOf(search: Record<string, unknown>): Filters {
  const text = (key: string, maxLength: number) => {
    const value = typeof search[key] === 'number' ? String(search[key]) : search[key];
    return typeof value === 'string' && value.trim() !== '' ? value.slice(0, maxLength) : undefined;
  };
  const matching = (key: string, pattern: RegExp) => {
    const value = search[key];
    return typeof value === 'string' && pattern.test(value) ? value : undefined;
  };
  const filters = {
    q: text('q', MAX_QUERY_LENGTH),
    notebook: matching('notebook', ID),
    mood: text('mood', MAX_WORD_LENGTH),
    tag: text('tag', MAX_WORD_LENGTH),
    from: matching('from', DATE),
    to: matching('to', DATE),
    scope: search.scope === 'shared' ? ('shared' as const) : undefined,
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** The query of `GET /api/journal`. Only own entries can be ordered by their day. */
export function queryOf({ q, notebook, mood, tag, from, to, scope }: Filters) {
  return {
    ...(scope === 'shared'
      ? { scope: 'shared' as const, sort: 'newest' as const }
      : { scope: 'mine' as const, sort: 'entry_date' as const }),
    ...(q !== undefined && { q }),
    ...(notebook !== undefined && { notebook_id: notebook }),
    ...(mood !== undefined && { mood }),
    ...(tag !== undefined && { tag }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

export function isFiltered(filters: Filters): boolean {
  return Object.keys(filters).length > 0;
}
