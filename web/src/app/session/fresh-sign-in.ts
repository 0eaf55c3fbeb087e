import { MeadowError } from '@meadow/client';
import { createContext, useContext } from 'react';

/** Returns true if the error asked for a recent sign-in: the user is asked for it, then `retry` runs. */
export type AskForSignIn = (error: unknown, retry: () => void) => boolean;

export const FreshSignInContext = createContext<AskForSignIn>(() => false);

/** For changes that need a recent sign-in, within `FreshSignIn`. */
export const useFreshSignIn = () => useContext(FreshSignInContext);

export function needsFreshSignIn(error: unknown): boolean {
  return error instanceof MeadowError && error.code === 'identity.session-not-fresh';
}
