import { type components, unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type PersonalToken = components['schemas']['PersonalToken'];

/** The personal access tokens of the user, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => unwrap(api.GET('/api/user/tokens')),
  select: ({ tokens }) => tokens,
});
