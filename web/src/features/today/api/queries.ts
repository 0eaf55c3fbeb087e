import { type components, unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type Today = components['schemas']['Today'];

/** All that Today shows. Fresh each time that the page is seen again. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: () => unwrap(api.GET('/api/today')),
  refetchOnWindowFocus: 'always',
});
