import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { noteConnection } from '../../../app/connection/connection.ts';

export type Credentials = { email: string; password: string };
export type NewAccount = Credentials & { name: string; invitation?: string };

/** The state of a sign-in that waits for its second factor. */
export type Challenge = { continuation: string };

export type Step = { kind: 'signedIn' } | { kind: 'code'; challenge: Challenge };

type SignInResponse = { token: string } | { twoFactorRedirect: true; continuation: string };

/** Starts a session, or asks for the second factor. The server sets the cookie. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (body: Credentials) => {
      const step = stepOf(await unwrap(api.POST('/auth/sign-in/email', { body })));
      if (step.kind === 'signedIn') await setMissingTimeZone();
      return step;
    },
  });
}

/** Starts a session by the code of an email. */
export function useSignInByLink() {
  return useMutation({
    mutationFn: async (token: string) =>
      stepOf(await unwrap(api.GET('/auth/magic-link/verify', { params: { query: { token } } }))),
  });
}

/** Asks for an email with a link. The response does not tell whether the address has an account. */
export function useRequestLink() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/auth/sign-in/magic-link', { body: { email } })),
  });
}

export type SecondFactor = { kind: 'app' | 'recovery'; code: string; trustDevice: boolean; challenge: Challenge };

/** Completes a sign-in. */
export function useSecondFactor() {
  return useMutation({
    mutationFn: ({ kind, code, trustDevice, challenge }: SecondFactor) => {
      const body = { code, trustDevice, continuation: challenge.continuation };
      const path = kind === 'app' ? '/auth/two-factor/verify-totp' : '/auth/two-factor/verify-backup-code';
      return unwrap(api.POST(path, { body }));
    },
  });
}

/**
 * Creates an account, whose days begin in the time zone of this device. Returns whether that started a session: a server that sends mail
 * responds the same if the address has an account, and its email says how to go on.
 */
export function useSignUp() {
  return useMutation({
    mutationFn: async (body: NewAccount) => {
      const { token } = await unwrap(api.POST('/auth/sign-up/email', { body }));
      if (token !== null) await setTimeZone();
      return { isSignedIn: token !== null };
    },
  });
}

async function setTimeZone(): Promise<void> {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  // A zone that the server does not know is chosen later: the account stands.
  await api.PUT('/api/user/profile', { body: { preferences: { timezone } } }).catch(() => undefined);
}

/** The first sign-in of an account that was created without a session. */
async function setMissingTimeZone(): Promise<void> {
  const { data } = await api.GET('/api/user/profile').catch(() => ({ data: undefined }));
  if (data !== undefined && data.profile.preferences.timezone === undefined) await setTimeZone();
}

/** Forgets what was read without this session. */
export function useSignedIn() {
  const queryClient = useQueryClient();
  return () => {
    noteConnection({ kind: 'signedIn' });
    queryClient.removeQueries({ predicate: ({ queryKey: [root] }) => root !== 'config' });
    // Asked for again, and cached for reading offline with what else is of the user.
    void queryClient.invalidateQueries({ queryKey: ['config'], refetchType: 'none' });
  };
}

function stepOf(response: SignInResponse): Step {
  return 'twoFactorRedirect' in response
    ? { kind: 'code', challenge: { continuation: response.continuation } }
    : { kind: 'signedIn' };
}
