import { MeadowError } from '@meadow/client';
import { redirect } from '@tanstack/react-router';

/** For loaders: sends a user without a session to the sign-in, and from there back to `to`. Throws any other error. */
export function signInFirst(error: unknown, to: string): never {
  if (error instanceof MeadowError && error.status === 401) throw redirect({ to: '/sign-in', search: { to } });
  throw error;
}
