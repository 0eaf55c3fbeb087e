import { unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** What this server is configured with. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: () => unwrap(api.GET('/api/config')),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in user, with what every screen shows of them. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => unwrap(api.GET('/api/me')),
});
