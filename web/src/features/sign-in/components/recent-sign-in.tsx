import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { configQuery, meQuery } from '../api/queries.ts';
import { FreshSignIn } from './fresh-sign-in.tsx';

/** `FreshSignIn` for the signed-in user, around screens of other features. */
export function RecentSignIn({ children }: { children: ReactNode }) {
  const { data: me } = useSuspenseQuery(meQuery);
  // The dialog that asks for a sign-in needs it.
  useSuspenseQuery(configQuery);
  return <FreshSignIn email={me.profile.email}>{children}</FreshSignIn>;
}
