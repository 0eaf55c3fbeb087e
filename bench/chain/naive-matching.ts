import type { Links } from '../../src/features/chain/chain.rules.ts';
import type { Participant } from '../../src/features/chain/links/links.rules.ts';

type User = { userId: string; start: number; end: number; latitude: number; longitude: number };

const MAX_COMPARED = 32;

/**
 * The least that matching takes, to compare with: sort, search, and of those who are equally close in time the nearest of the
 * first 32. It balances nothing, and links need not go both ways. All windows last equally long, and all places are known.
 */
export function matchSimply(participants: readonly Participant[]): ({ userId: string } & Links)[] {
  const people = participants
    .map(({ userId, startsAt, endsAt, latitude, longitude }) => ({
      userId,
      start: startsAt.getTime(),
      end: endsAt.getTime(),
      latitude: ((latitude ?? 0) * Math.PI) / 180,
      longitude: ((longitude ?? 0) * Math.PI) / 180,
    }))
    .sort((one, other) => one.start - other.start || (one.userId < other.userId ? -1 : 1));
  return people.map((user) => ({
    userId: user.userId,
    beforeUserId: beforeOf(user, people)?.userId ?? null,
    afterUserId: afterOf(user, people)?.userId ?? null,
  }));
}

function afterOf(user: User, people: readonly User[]): User | undefined {
  const first = firstFrom(people, (other) => other.start >= user.end);
  let last = first;
  while (last - first < MAX_COMPARED && people[last]?.start === people[first]?.start && last < people.length) last += 1;
  return nearest(user, people, first, last);
}

function beforeOf(user: User, people: readonly User[]): User | undefined {
  const end = firstFrom(people, (other) => other.end > user.start);
  let first = end;
  while (end - first < MAX_COMPARED && first > 0 && people[first - 1]?.end === people[end - 1]?.end) first -= 1;
  return nearest(user, people, first, end);
}

/** The first position for which something holds that holds for all after it. */
function firstFrom(people: readonly User[], holds: (user: User) => boolean): number {
  let [from, to] = [0, people.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const user = people[middle];
    if (user !== undefined && !holds(user)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function nearest(user: User, people: readonly User[], from: number, to: number): User | undefined {
  let found: User | undefined;
  let least = Infinity;
  for (let position = from; position < to; position += 1) {
    const other = people[position];
    const distance = other === undefined ? Infinity : haversine(user, other);
    if (distance >= least) continue;
    least = distance;
    found = other;
  }
  return found;
}

function haversine(one: User, other: User): number {
  const north = Math.sin((one.latitude - other.latitude) / 2);
  const east = Math.sin((one.longitude - other.longitude) / 2);
  return north * north + Math.cos(one.latitude) * Math.cos(other.latitude) * east * east;
}
