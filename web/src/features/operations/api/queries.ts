import { unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

const HEALTH_EVERY_MS = 15_000;

/** Whether a code of the first run is valid. Does not use it. */
export const firstRunQuery = (code: string) =>
  queryOptions({
    queryKey: ['first-run', code],
    queryFn: () => unwrap(api.POST('/api/first-run/check', { body: { code } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const setupQuery = queryOptions({
  queryKey: ['admin', 'setup'],
  queryFn: () => unwrap(api.GET('/api/admin/setup')),
});

/** The state of the server, read again every 15 seconds while the screen is open. */
export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: () => unwrap(api.GET('/api/admin/health')),
  refetchInterval: HEALTH_EVERY_MS,
  staleTime: HEALTH_EVERY_MS,
});
