import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { groupsOf, type Person } from '../features/journal/person.tsx';
import { configQuery, meQuery } from '../features/sign-in/api/queries.ts';

/** The user, as the screens of the journal know them. */
export function usePersonOfJournal(): Person {
  const { data: me } = useSuspenseQuery(meQuery);
  // No screen waits for it: it says only whether some buttons are shown.
  const { data: config } = useQuery(configQuery);
  return {
    userId: me.profile.id,
    clock: me.time_zone ?? undefined,
    groups: groupsOf(me.teams, me.organizations),
    isAiOn: config?.services.ai === true,
  };
}
