import { unwrap } from '@meadow/client';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import type { DraftFields } from '../../../app/local/database.ts';
import { type Filters, queryOf } from '../filters.rules.ts';

const FIRST_PAGE_SIZE = 30;
/** Later pages are asked for by people who scroll far. */
const PAGE_SIZE = 100;
const RARELY_CHANGES_MS = 5 * 60_000;

/** The timeline under a filter: newest first, without the text of the entries. */
export const timelineQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['journal', 'timeline', filters],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/journal', {
          params: {
            query: {
              ...queryOf(filters),
              fields: 'summary',
              limit: pageParam === '' ? FIRST_PAGE_SIZE : PAGE_SIZE,
              ...(pageParam && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });

/** How many entries there are by notebook, mood, tag and year: under a filter, or of the whole journal. */
export const facetsQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['journal', 'facets', filters],
    queryFn: () =>
      unwrap(
        api.GET('/api/journal', {
          params: { query: { ...queryOf(filters), fields: 'summary', facets: true, limit: 1 } },
        }),
      ),
    select: ({ facets }) => facets ?? null,
    staleTime: RARELY_CHANGES_MS,
    placeholderData: keepPreviousData,
  });

/** The entries of one day, oldest last. */
export const dayQuery = (date: string) =>
  queryOptions({
    queryKey: ['journal', 'day', date],
    queryFn: () =>
      unwrap(
        api.GET('/api/journal', {
          params: {
            query: { scope: 'mine', sort: 'entry_date', fields: 'summary', from: date, to: date, limit: PAGE_SIZE },
          },
        }),
      ),
    select: ({ entries }) => entries,
  });

/** The data of `dayQuery` if the timeline has loaded beyond that day, so that what is below the day stays where it is. */
export function dayFromTimeline(queryClient: QueryClient, date: string) {
  const pages = queryClient.getQueryData(timelineQuery({}).queryKey)?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const oldest = entries.at(-1)?.entry_date;
  if (oldest === undefined || oldest >= date) return undefined;
  return { entries: entries.filter(({ entry_date }) => entry_date === date), next_cursor: null };
}

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['journal', 'entry', id],
    queryFn: () => unwrap(api.GET('/api/journal/{id}', { params: { path: { id } } })),
    select: ({ entry }) => entry,
  });

/** The moods of days, the last included. */
export const moodsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['journal', 'moods', from, to],
    queryFn: () => unwrap(api.GET('/api/journal/moods', { params: { query: { from, to } } })),
    select: ({ moods }) => new Map(moods.map((day) => [day.date, day.mood])),
  });

/** The entries of the same day in earlier years. */
export const onThisDayQuery = (date: string) =>
  queryOptions({
    queryKey: ['journal', 'on-this-day', date],
    queryFn: () => unwrap(api.GET('/api/journal/on-this-day', { params: { query: { date } } })),
    select: ({ entries }) => entries,
  });

export const notebooksQuery = queryOptions({
  queryKey: ['journal', 'notebooks'],
  queryFn: () => unwrap(api.GET('/api/notebooks', { params: { query: { limit: PAGE_SIZE } } })),
  select: ({ notebooks }) => notebooks,
});

export const sharedNotebooksQuery = queryOptions({
  queryKey: ['journal', 'notebooks', 'shared'],
  queryFn: () => unwrap(api.GET('/api/notebooks', { params: { query: { scope: 'shared', limit: PAGE_SIZE } } })),
  select: ({ notebooks }) => notebooks,
});

export const notebookQuery = (id: string) =>
  queryOptions({
    queryKey: ['journal', 'notebook', id],
    queryFn: () => unwrap(api.GET('/api/notebooks/{id}', { params: { path: { id } } })),
    select: ({ notebook }) => notebook,
  });

export const tagsQuery = queryOptions({
  queryKey: ['journal', 'tags'],
  queryFn: () => unwrap(api.GET('/api/tags')),
  select: ({ tags }) => tags.map(({ tag }) => tag),
  staleTime: RARELY_CHANGES_MS,
});

export type SharingFields = Pick<DraftFields, 'metadata_visibility' | 'content_visibility' | 'team_id' | 'org_id'>;

/** Who could see an entry, or the entries of a notebook, with this sharing. */
export const audienceQuery = (question: SharingFields & { notebook_id: string | null }) =>
  queryOptions({
    queryKey: ['journal', 'audience', question],
    queryFn: () => unwrap(api.POST('/api/journal/audience-preview', { body: question })),
    select: ({ audience }) => audience,
    placeholderData: keepPreviousData,
  });

const MAX_GROUPS = 100;
const MAX_FACES = 4;

/** The first members of a group, for their faces. */
export const membersQuery = (kind: 'team' | 'organization', id: string) =>
  queryOptions({
    queryKey: ['members', kind, id],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: MAX_FACES } };
      const { members } = await (kind === 'team'
        ? unwrap(api.GET('/api/teams/{id}/members', { params }))
        : unwrap(api.GET('/api/organizations/{id}/members', { params })));
      return members.map(({ user_id, full_name, avatar_url }) => ({ id: user_id, full_name, avatar_url }));
    },
    staleTime: RARELY_CHANGES_MS,
  });

/** How many people the groups of the user have, by their ids. */
export const memberCountsQuery = queryOptions({
  queryKey: ['members', 'counts'],
  queryFn: async () => {
    const params = { query: { limit: MAX_GROUPS } };
    const [{ teams }, { organizations }] = await Promise.all([
      unwrap(api.GET('/api/teams', { params: { query: { ...params.query, mine: true } } })),
      unwrap(api.GET('/api/organizations', { params })),
    ]);
    return new Map([...teams, ...organizations].map(({ id, member_count }) => [id, member_count]));
  },
  staleTime: RARELY_CHANGES_MS,
});

/** The API asks for them. */
export const MIN_SEARCH_LETTERS = 2;

/** Users to mention. */
export const userSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['users', 'search', q],
    queryFn: () => unwrap(api.GET('/api/users/search', { params: { query: { q } } })),
    select: ({ users }) => users,
    staleTime: RARELY_CHANGES_MS,
    enabled: q.trim().length >= MIN_SEARCH_LETTERS,
    placeholderData: keepPreviousData,
  });

export const trashQuery = infiniteQueryOptions({
  queryKey: ['journal', 'trash'],
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/api/trash', { params: { query: { limit: FIRST_PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } } }),
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
});
