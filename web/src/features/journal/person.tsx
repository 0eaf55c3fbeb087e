import { createContext, type ReactNode, useContext } from 'react';
import type { ZoneClock } from '../../shared/days/zone-clock.rules.ts';

/** A team or organization that the user has joined. */
export type Group = { id: string; name: string; kind: 'team' | 'organization' };

/** What the screens of the journal know of the user. */
export type Person = {
  userId: string;
  /** Undefined for that of the device. */
  clock: ZoneClock | undefined;
  groups: readonly Group[];
  /** Whether moods are read from texts and pictures are painted. */
  isAiOn: boolean;
};

const PersonContext = createContext<Person | null>(null);

export function PersonProvider({ person, children }: { person: Person; children: ReactNode }) {
  return <PersonContext value={person}>{children}</PersonContext>;
}

export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === null) throw new Error('The journal belongs to a signed-in user.');
  return person;
}

type Membership = { id: string; name: string; is_accepted: boolean };

/** The groups that a user can share with. */
export function groupsOf(teams: readonly Membership[], organizations: readonly Membership[]): Group[] {
  const joined = (of: readonly Membership[], kind: Group['kind']) =>
    of.filter(({ is_accepted }) => is_accepted).map(({ id, name }) => ({ id, name, kind }));
  return [...joined(teams, 'team'), ...joined(organizations, 'organization')];
}
