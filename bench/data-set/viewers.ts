import type { Viewer } from '../../src/features/journal/visibility/visibility.store.ts';
import type { Sizes } from '../options.ts';
import { specialPeople } from './statements.ts';

/** The id that the data set gives to the user with this number. */
export function userIdOf(number: number): string {
  return `00000001-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

export type NamedViewer = Viewer & { name: string };

/** The people whose lists are looked at: each situation that is special, and some who are like most. */
export function viewersOf(sizes: Sizes, count: number): NamedViewer[] {
  const { superAdmin, inManyGroups, withoutGroups } = specialPeople(sizes);
  const special = [
    { name: 'a super admin', userId: userIdOf(superAdmin), isSuperAdmin: true },
    { name: 'a user in many groups', userId: userIdOf(inManyGroups), isSuperAdmin: false },
    { name: 'a user in no group', userId: userIdOf(withoutGroups), isSuperAdmin: false },
    { name: 'the owner of an organization', userId: userIdOf(1), isSuperAdmin: false },
  ];
  const others = spread(sizes.organizations + 1, superAdmin - 1, count - special.length).map((number) => ({
    name: `user ${number}`,
    userId: userIdOf(number),
    isSuperAdmin: false,
  }));
  return [...special, ...others];
}

/** Numbers of ordinary people, evenly spread over the community. */
export function ordinaryPeople(sizes: Sizes, count: number): number[] {
  return spread(1, specialPeople(sizes).superAdmin - 1, count);
}

function spread(first: number, last: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => first + Math.floor((place * (last - first)) / count));
}
