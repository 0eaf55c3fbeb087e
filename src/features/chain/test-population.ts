import fc from 'fast-check';
import type { BlockedPairs, Pair } from './blocked-pairs.rules.ts';
import type { Links } from './chain.rules.ts';
import { haversineOf, roundCoordinates } from './links/haversine.rules.ts';
import type { Participant } from './links/links.rules.ts';

/* Populations for tests of links, and a plain reference implementation of the rule that compares all users. */

const MINUTE = 60_000;
const MIDNIGHT = Date.UTC(2026, 10, 21);

/** Creates a participant whose window starts at this minute of the day and lasts two hours by default. */
export function participant(
  userId: string,
  startsAt: number,
  place: [number, number] | null = null,
  minutes = 120,
): Participant {
  const at = (minute: number) => new Date(MIDNIGHT + minute * MINUTE);
  const [latitude, longitude] = place ?? [null, null];
  return { userId, startsAt: at(startsAt), endsAt: at(startsAt + minutes), latitude, longitude };
}

const fewTimes = fc.constantFrom(0, 120, 121, 240, 360);
const manyTimes = fc.nat(24 * 12).map((slot) => slot * 5);
const fewPlaces = fc.constantFrom<[number, number][]>([52.5, 13.4], [52.5, 13.41], [52.51, 13.4], [-33.87, 151.21]);
const manyPlaces = fc.tuple(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -18000, max: 18000 }));
const places = fc.option(
  fc.oneof(
    fewPlaces,
    manyPlaces.map(([north, east]): [number, number] => [north / 100, east / 100]),
  ),
);

/** Generates populations with many ties in time and coordinates, mostly with windows of two hours. */
export function populations(maxLength: number): fc.Arbitrary<Participant[]> {
  const lengths = fc.constantFrom(120, 120, 120, 120, 119, 1);
  const person = fc.tuple(fc.nat(999), fc.oneof(fewTimes, fewTimes, manyTimes), places, lengths);
  return fc
    .uniqueArray(person, { maxLength, selector: ([number]) => number, size: 'max' })
    .map((people) =>
      people.map(([number, startsAt, place, minutes]) =>
        participant(`user-${String(number).padStart(3, '0')}`, startsAt, place, minutes),
      ),
    );
}

/** Generates predicates that block many pairs of users, or few. */
export const blockRelations: fc.Arbitrary<(one: string, other: string) => boolean> = fc
  .tuple(fc.nat(9_999), fc.constantFrom(2, 3, 5, 20))
  .map(([seed, rarity]) => {
    const numberOf = (userId: string) => Number(userId.slice(-3));
    return (one, other) => {
      const [a, b] = [numberOf(one), numberOf(other)].sort((first, second) => first - second);
      return a !== b && (((a ?? 0) * 7_919 + (b ?? 0) * 104_729 + seed) >> 3) % rarity === 0;
    };
  });

/** Lists the blocked pairs of these users, each once. */
export function pairsAmong(userIds: Iterable<string>, areBlocked: (one: string, other: string) => boolean): Pair[] {
  const ids = [...new Set(userIds)];
  return ids.flatMap((one, index) =>
    ids
      .slice(index + 1)
      .filter((other) => areBlocked(one, other))
      .map((other) => ({ one, other })),
  );
}

export const byId = (one: { userId: string }, other: { userId: string }): number =>
  one.userId < other.userId ? -1 : 1;

/** Lists the users closest in time before a user: whose windows end last before the start. */
export function beforesOf(person: Participant, people: readonly Participant[]): Participant[] {
  const earlier = people.filter(({ endsAt }) => endsAt <= person.startsAt);
  const last = Math.max(...earlier.map(({ endsAt }) => endsAt.getTime()));
  return earlier.filter(({ endsAt }) => endsAt.getTime() === last).sort(byId);
}

/** Lists the users closest in time after a user: whose windows start first after the end. */
export function aftersOf(person: Participant, people: readonly Participant[]): Participant[] {
  const later = people.filter(({ startsAt }) => startsAt >= person.endsAt);
  const first = Math.min(...later.map(({ startsAt }) => startsAt.getTime()));
  return later.filter(({ startsAt }) => startsAt.getTime() === first).sort(byId);
}

/** Returns the distance of two users, infinite if the coordinates of one are unknown. */
export function distance(one: Participant, other: Participant): number {
  const [from, to] = [roundCoordinates(one.latitude, one.longitude), roundCoordinates(other.latitude, other.longitude)];
  return from === null || to === null ? Infinity : haversineOf(from, to);
}

const same = (some: readonly Participant[], others: readonly Participant[]) =>
  some.length === others.length && some.every(({ userId }, index) => others[index]?.userId === userId);

/** The rule of `linkUsers`, implemented by comparing all users. */
export function matchPlainly(
  people: readonly Participant[],
  kept: ReadonlyMap<string, Links>,
  blockedPairs: BlockedPairs = new Map(),
): Map<string, Links> {
  const areBlocked = (one: Participant, other: Participant) => blockedPairs.get(one.userId)?.has(other.userId) ?? false;

  const links = new Map<string, Links>(
    people.map(({ userId }) => [userId, { ...(kept.get(userId) ?? { beforeUserId: null, afterUserId: null }) }]),
  );
  const linksOf = ({ userId }: Participant): Links => links.get(userId) ?? { beforeUserId: null, afterUserId: null };
  const loads = { beforeUserId: new Map<string, number>(), afterUserId: new Map<string, number>() };
  const count = (side: keyof Links, { userId }: Participant) =>
    loads[side].set(userId, (loads[side].get(userId) ?? 0) + 1);
  const done = { beforeUserId: new Set<string>(), afterUserId: new Set<string>() };

  const choose = (person: Participant, side: keyof Links, candidates: readonly Participant[]) => {
    const keptPartner = candidates.find(({ userId }) => userId === linksOf(person)[side]);
    const [best] = candidates
      .filter((other) => !areBlocked(person, other))
      .sort(
        (one, other) =>
          (loads[side].get(one.userId) ?? 0) - (loads[side].get(other.userId) ?? 0) ||
          (distance(person, one) === distance(person, other) ? 0 : distance(person, one) - distance(person, other)) ||
          byId(one, other),
      );
    const chosen = kept.has(person.userId) ? keptPartner : best;
    if (chosen === undefined) return undefined;
    if (!kept.has(person.userId)) linksOf(person)[side] = chosen.userId;
    done[side].add(person.userId);
    count(side, chosen);
    return chosen;
  };

  const starts = [...new Set(people.map(({ startsAt }) => startsAt.getTime()))];
  for (const start of starts) {
    const takers = people.filter(({ startsAt }) => startsAt.getTime() === start).sort(byId);
    const early = people.filter((person) => same(aftersOf(person, people), takers));
    const givers = takers[0] === undefined ? [] : beforesOf(takers[0], people);
    if (early.length === 0) continue;
    const late = people.filter((person) => same(beforesOf(person, people), givers));
    const [choosing, chosen, forth, back] =
      givers.length <= takers.length
        ? ([givers, takers, 'afterUserId', 'beforeUserId'] as const)
        : ([takers, givers, 'beforeUserId', 'afterUserId'] as const);
    const mayChooseAll = (person: Participant) => !chosen.some((other) => areBlocked(person, other));
    const goesFirst = (person: Participant) => Number(kept.has(person.userId) && mayChooseAll(person));
    const keepersFirst = [...choosing].sort((one, other) => goesFirst(other) - goesFirst(one) || byId(one, other));
    for (const person of keepersFirst) {
      const wanted = chosen.filter((other) =>
        kept.has(person.userId) ? other.userId === linksOf(person)[forth] : !areBlocked(person, other),
      );
      if (!mayChooseAll(person) && !wanted.some(({ userId }) => !loads[forth].has(userId))) continue;
      const partner = choose(person, forth, chosen);
      if (partner === undefined || done[back].has(partner.userId)) continue;
      if (!kept.has(partner.userId) && !areBlocked(person, partner)) linksOf(partner)[back] = person.userId;
      if (linksOf(partner)[back] !== person.userId) continue;
      done[back].add(partner.userId);
      count(back, person);
    }
    const closestFirst = {
      afterUserId: [...early].sort((one, other) => Number(other.endsAt) - Number(one.endsAt) || byId(one, other)),
      beforeUserId: [...late].sort((one, other) => Number(one.startsAt) - Number(other.startsAt) || byId(one, other)),
    };
    for (const person of closestFirst.afterUserId)
      if (!done.afterUserId.has(person.userId)) choose(person, 'afterUserId', takers);
    for (const person of closestFirst.beforeUserId)
      if (!done.beforeUserId.has(person.userId)) choose(person, 'beforeUserId', givers);
  }
  const slotsOf = (moments: number[], momentOf: (person: Participant) => Date) =>
    moments.map((moment) => people.filter((other) => momentOf(other).getTime() === moment).sort(byId));
  const timesOf = (momentOf: (person: Participant) => Date) =>
    [...new Set(people.map((person) => momentOf(person).getTime()))].sort((one, other) => one - other);
  const startOf = ({ startsAt }: Participant) => startsAt;
  const endOf = ({ endsAt }: Participant) => endsAt;
  for (const person of [...people].sort(
    (one, other) => Number(one.startsAt) - Number(other.startsAt) || byId(one, other),
  )) {
    const later = timesOf(startOf).filter((start) => start >= person.endsAt.getTime());
    const earlier = timesOf(endOf).filter((end) => end <= person.startsAt.getTime());
    for (const [side, slots] of [
      ['afterUserId', slotsOf(later, startOf)],
      ['beforeUserId', slotsOf(earlier.toReversed(), endOf)],
    ] as const) {
      const slot = slots.find((others) => others.some((other) => !areBlocked(person, other)));
      if (!done[side].has(person.userId) && slot !== undefined) choose(person, side, slot);
    }
  }
  return links;
}
