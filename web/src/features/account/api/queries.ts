import { type components, unwrap } from '@meadow/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

const PAGE_SIZE = 50;
const POLL_MS = 2_000;

export type Export = components['schemas']['Export'];
export type Import = components['schemas']['Import'];
export type Preferences = components['schemas']['NotificationPreferences'];

export const blockedQuery = infiniteQueryOptions({
  queryKey: ['blocked'],
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/api/users/blocked', {
        params: { query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  // Rows stay after a block has ended, to be undone. The next visit shows the blocks that there are.
  // With none, the data of the loader would be gone before the screen shows it, and be asked for again.
  gcTime: 1_000,
});

/** What the user gets of each kind of notification, and the quiet hours. */
export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: () => unwrap(api.GET('/api/notifications/preferences')),
});

/** The browsers that show notifications, and the key for another one. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => unwrap(api.GET('/api/notifications/devices')),
});

/** Asked again while an export runs. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: () => unwrap(api.GET('/api/user/exports')),
  refetchInterval: ({ state }) => (state.data?.exports.some(isExportRunning) ? POLL_MS : false),
});

export const isExportRunning = ({ status }: Export) => status === 'queued' || status === 'running';

/** The last imports, newest first. Asked again while one runs. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: () => unwrap(api.GET('/api/user/imports', { params: { query: { limit: 10 } } })),
  refetchInterval: ({ state }) => (state.data?.imports.some(isImportRunning) ? POLL_MS : false),
});

export const isImportRunning = ({ status }: Import) =>
  status === 'receiving' || status === 'queued' || status === 'running';
