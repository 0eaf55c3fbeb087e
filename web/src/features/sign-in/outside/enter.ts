import type { QueryClient } from '@tanstack/react-query';
import { noteConnection } from '../../../app/connection/connection.ts';
import { knownUser } from '../../../app/local/known-user.ts';
import { setTokenSource } from '../../../app/session/access-token.ts';
import { configQuery, meQuery } from '../api/queries.ts';
import type { OutsideProblem } from './outside-provider.ts';
import { outsideProviderOf } from './provider-of.ts';
import { createTokenSource } from './renewal.rules.ts';

const NEW_ACCOUNT_MS = 2 * 60_000;

/** Completes a sign-in at an outside provider, and returns where it leads. The first one starts with the tour. */
export async function enterFromOutside(
  queryClient: QueryClient,
): Promise<{ to: string } | { signInTo: string } | { problem: OutsideProblem }> {
  const provider = outsideProviderOf(await queryClient.ensureQueryData(configQuery));
  if (provider === null) return { problem: 'stale' };
  const { finishSignIn } = await import('./outside-provider.ts');
  const outcome = await finishSignIn(provider, new URL(window.location.href));
  if (outcome.kind === 'failed') return { problem: outcome.problem };
  if (outcome.kind === 'signedOut') return { signInTo: outcome.to };
  setTokenSource(
    createTokenSource(outcome.tokens, async (refreshToken) => {
      const renewed = await outcome.renew(refreshToken);
      noteConnection({ kind: 'signedIn' });
      return renewed;
    }),
  );
  noteConnection({ kind: 'signedIn' });
  const { profile } = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  const isNew = profile.id !== knownUser() && Date.now() - Date.parse(profile.created_at) < NEW_ACCOUNT_MS;
  return { to: isNew && outcome.to === '/today' ? '/tour' : outcome.to };
}

/** Signs in without a question where the provider still knows the user. Returns if it cannot be asked. */
export async function trySilentSignIn(queryClient: QueryClient, to: string): Promise<void> {
  const provider = outsideProviderOf(await queryClient.ensureQueryData(configQuery));
  if (provider === null) return;
  try {
    const { startSignIn } = await import('./outside-provider.ts');
    await startSignIn(provider, to, true);
  } catch {
    // The screen offers the sign-in, and says what is wrong.
    return;
  }
  // The browser leaves the page.
  await new Promise(() => undefined);
}
