import { MeadowError, unwrap } from '@meadow/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { hasAccessToken } from '../../../app/session/access-token.ts';
import { configQuery, meQuery } from '../../../app/session/queries.ts';

export { configQuery, meQuery };

/** The account at the built-in provider, with what the profile does not say: whether it has a second factor. */
export const accountQuery = queryOptions({
  queryKey: ['session', 'account'],
  queryFn: async () => (await api.GET('/auth/get-session')).data ?? null,
});

export const devicesQuery = queryOptions({
  queryKey: ['session', 'devices'],
  queryFn: () => unwrap(api.GET('/api/sessions')),
});

export const passkeysQuery = queryOptions({
  queryKey: ['session', 'passkeys'],
  queryFn: () => unwrap(api.GET('/auth/passkey/list-user-passkeys')),
});

/** Who invites to what. Public, so that guests see it before they have an account. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['session', 'invitation', token],
    queryFn: () => unwrap(api.GET('/api/invitations/preview', { params: { query: { token } } })),
  });

/** The invitations that name the user. */
export const receivedInvitationsQuery = queryOptions({
  queryKey: ['session', 'invitations'],
  queryFn: () => unwrap(api.GET('/api/invitations')),
});

/** Whose account the link of an email is for. Asked before the link is used. */
export const linkAccountQuery = (token: string) =>
  queryOptions({
    queryKey: ['session', 'link', token],
    queryFn: () => unwrap(api.POST('/auth/link-account', { body: { token } })),
    retry: false,
    enabled: token !== '',
  });

/** The signed-in user, or null for a guest. Asks for the session first: that response is no error for guests. */
export async function findMe(queryClient: QueryClient) {
  const { sign_in: signIn } = await queryClient.ensureQueryData(configQuery);
  if (signIn.kind === 'built_in' ? (await queryClient.fetchQuery(accountQuery)) === null : !hasAccessToken())
    return null;
  try {
    return await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof MeadowError && error.status === 401) return null;
    throw error;
  }
}
