import { type BlockedPairs, NO_BLOCKED_PAIRS } from '../blocked-pairs.rules.ts';
import type { Links } from '../chain.rules.ts';
import { type Choice, choiceAmong, choose, chooseNearest, chooseNearestBut, isFreeBut } from './choice.rules.ts';
import { type Coordinates, roundCoordinates } from './haversine.rules.ts';

/** A user with a window on the date. Coordinates are in degrees. `endsAt` is later than `startsAt`. */
export type Participant = {
  userId: string;
  startsAt: Date;
  endsAt: Date;
  latitude: number | null;
  longitude: number | null;
};

type Member = Links & {
  userId: string;
  startsAt: number;
  endsAt: number;
  coordinates: Coordinates | null;
  /** Links that the user already has and keeps. */
  kept: Links | undefined;
  isLinked: Record<keyof Links, boolean>;
  /** Users that are never linked with this one. */
  blocked: ReadonlySet<string> | undefined;
};

/**
 * Links the users of one matching group on one date. Returns them by start of their window, then user id.
 *
 * The *before* user is one whose window ends closest before the start, or at it. The *after* user is one whose window starts
 * closest after the end, or at it. Overlapping windows are never linked. Of the users who are equally close in time, one with
 * the lowest number of links is chosen: the nearest, then the lowest user id. So the numbers of links of these users differ by
 * at most one.
 *
 * Users choose in this order, for each slot (the windows that end before the same next start, and the windows that start after
 * them). First the last to end and the first to start form pairs, each the after user of one and the before user of the other;
 * the smaller side chooses, by user id. Then each user without a link chooses, the closest in time first, then by user id.
 * Example: with one user at six and two at eight, both at eight follow the one at six, who is followed by the nearer of them.
 *
 * Users in `kept` keep their links, which count for the number of links and are returned where the rule allows them. They
 * choose at their usual position in the order. So linking again changes nothing while no user joins, leaves or moves.
 *
 * Blocked pairs are never linked. A user who is blocked with all users closest in time chooses last, by start of the window,
 * among the users next in time. So blocks can make the numbers of links differ by more than one.
 *
 * The result does not depend on the order of the input. The cost is O(n log n) for n users, plus about O(log k) for each choice
 * among k candidates at different coordinates.
 */
export function linkUsers(
  participants: readonly Participant[],
  kept: ReadonlyMap<string, Links> = new Map(),
  blockedPairs: BlockedPairs = NO_BLOCKED_PAIRS,
): ({ userId: string } & Links)[] {
  const members = participants.map((participant) => {
    const { userId } = participant;
    return memberOf(participant, kept.get(userId), blockedPairs.get(userId));
  });
  const byStart = members.sort((one, other) => one.startsAt - other.startsAt || compareIds(one, other));
  const byEnd = byStart.toSorted((one, other) => one.endsAt - other.endsAt || compareIds(one, other));
  // If there are no blocks, no slot is searched again, so the candidates need not be stored.
  const candidatesByTime: CandidatesByTime | null =
    blockedPairs.size === 0 ? null : { afterUserId: new Map(), beforeUserId: new Map() };
  let started = 0;
  let ended = 0;
  while (started < byStart.length) {
    const [firstStarted, firstEnded] = [started, ended];
    const nextStart = byStart[started]?.startsAt ?? Infinity;
    while ((byEnd[ended]?.endsAt ?? Infinity) <= nextStart) ended += 1;
    const nextEnd = byEnd[ended]?.endsAt ?? Infinity;
    while ((byStart[started]?.startsAt ?? Infinity) < nextEnd) started += 1;
    if (ended > firstEnded)
      linkSlot(byEnd.slice(firstEnded, ended), byStart.slice(firstStarted, started), candidatesByTime);
  }
  if (candidatesByTime !== null) linkBlockedMembers(byStart, byEnd, candidatesByTime);
  return byStart.map(({ userId, beforeUserId, afterUserId }) => ({ userId, beforeUserId, afterUserId }));
}

function memberOf(
  { userId, startsAt, endsAt, latitude, longitude }: Participant,
  kept: Links | undefined,
  blocked: ReadonlySet<string> | undefined,
): Member {
  return {
    userId,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
    coordinates: roundCoordinates(latitude, longitude),
    kept,
    beforeUserId: kept?.beforeUserId ?? null,
    afterUserId: kept?.afterUserId ?? null,
    isLinked: { beforeUserId: false, afterUserId: false },
    blocked,
  };
}

function compareIds(one: { userId: string }, other: { userId: string }): number {
  if (one.userId === other.userId) return 0;
  return one.userId < other.userId ? -1 : 1;
}

/** The users that can become one kind of link, by user id, and the choices so far. */
type Candidates = { side: keyof Links; members: readonly Member[]; choice: Choice };

/** Candidates used so far, by start or end of their windows. */
type CandidatesByTime = Record<keyof Links, Map<number, Candidates>>;

/**
 * Links the windows that end before the same next start (`early`) with those that start after the same last end (`late`).
 *
 * The last of `early` are the candidates of all of `late`; the first of `late` are the candidates of all of `early`. Both lists
 * are sorted by time.
 */
function linkSlot(early: readonly Member[], late: readonly Member[], candidatesByTime: CandidatesByTime | null): void {
  const givers = early.filter(({ endsAt }) => endsAt === early.at(-1)?.endsAt);
  const takers = late.filter(({ startsAt }) => startsAt === late[0]?.startsAt);
  const before = candidatesFor('beforeUserId', givers, candidatesByTime);
  const after = candidatesFor('afterUserId', takers, candidatesByTime);
  if (givers.length <= takers.length) pairUp(before, after);
  else pairUp(after, before);
  // The sort is stable: users equally close in time stay in the order of their ids.
  for (const member of early.toSorted((one, other) => other.endsAt - one.endsAt)) link(member, after);
  for (const member of late) link(member, before);
}

/** Returns the candidates with one start or end time: the same object each time if `candidatesByTime` is given. */
function candidatesFor(
  side: keyof Links,
  members: readonly Member[],
  candidatesByTime: CandidatesByTime | null,
): Candidates {
  const time = timeOf(members[0], side);
  const known = candidatesByTime?.[side].get(time);
  if (known !== undefined) return known;
  const candidates = { side, members, choice: choiceAmong(members.map(({ coordinates }) => coordinates)) };
  candidatesByTime?.[side].set(time, candidates);
  return candidates;
}

/** Returns the end of the window for a before user, and the start for an after user. */
function timeOf(member: Member | undefined, side: keyof Links): number {
  return (side === 'afterUserId' ? member?.startsAt : member?.endsAt) ?? Number.NaN;
}

/** Lets the first candidates choose among the second. A pair is linked in both directions. */
function pairUp(choosing: Candidates, chosen: Candidates): void {
  const ordered = choosing.members.map((member, position) => {
    const isFirst = member.kept !== undefined && canChooseAll(member, chosen.members);
    return { member, position, isFirst };
  });
  // Users who keep a link choose first, so that no other user takes their partner.
  ordered.sort((one, other) => Number(other.isFirst) - Number(one.isFirst));
  for (const { member, position } of ordered) {
    if (member.blocked !== undefined && !findsFreePartner(member, chosen)) continue;
    const partner = link(member, chosen);
    if (partner === undefined || partner.isLinked[choosing.side]) continue;
    if (partner.kept === undefined && !member.blocked?.has(partner.userId)) partner[choosing.side] = member.userId;
    else if (partner[choosing.side] !== member.userId) continue;
    choose(choosing.choice, position);
    partner.isLinked[choosing.side] = true;
  }
}

/**
 * Whether a user with blocks gets a partner that no user has chosen yet.
 *
 * If not, the user chooses later. A shared partner would change the choices of other users once the link is kept.
 */
function findsFreePartner(member: Member, { side, members, choice }: Candidates): boolean {
  const excluded = blockedPositions(member, members);
  if (excluded.length === 0) return true;
  if (member.kept === undefined) return isFreeBut(choice, excluded);
  return choice.candidates[positionOf(member[side], members)]?.isFree === true;
}

/**
 * Links a user with a candidate and returns it. Returns undefined if the user is already linked, or keeps a link that is not
 * among the candidates.
 */
function link(member: Member, { side, members, choice }: Candidates): Member | undefined {
  if (member.isLinked[side]) return undefined;
  const position = member.kept === undefined ? chooseFor(member, members, choice) : positionOf(member[side], members);
  const partner = members[position];
  if (partner === undefined) return undefined;
  if (member.kept === undefined) member[side] = partner.userId;
  else choose(choice, position);
  member.isLinked[side] = true;
  return partner;
}

/** Returns the position of the chosen candidate, or -1 if all candidates are blocked. */
function chooseFor(member: Member, members: readonly Member[], choice: Choice): number {
  if (member.blocked === undefined) return chooseNearest(choice, member.coordinates);
  return chooseNearestBut(choice, member.coordinates, blockedPositions(member, members)) ?? -1;
}

function canChooseAll(member: Member, members: readonly Member[]): boolean {
  return member.blocked === undefined || blockedPositions(member, members).length === 0;
}

function blockedPositions({ blocked }: Member, members: readonly Member[]): number[] {
  return [...(blocked ?? [])].map((userId) => positionOf(userId, members)).filter((position) => position >= 0);
}

/** Links users who are blocked with all users closest in time: with the users next in time. */
function linkBlockedMembers(
  byStart: readonly Member[],
  byEnd: readonly Member[],
  candidatesByTime: CandidatesByTime,
): void {
  for (const member of byStart) {
    if (member.blocked === undefined) continue;
    const next = firstIndexWhere(byStart, ({ startsAt }) => startsAt >= member.endsAt);
    const last = firstIndexWhere(byEnd, ({ endsAt }) => endsAt > member.startsAt) - 1;
    linkInNextSlot(member, { side: 'afterUserId', members: byStart, from: next, step: 1 }, candidatesByTime);
    linkInNextSlot(member, { side: 'beforeUserId', members: byEnd, from: last, step: -1 }, candidatesByTime);
  }
}

/** A search through the users in order of time. */
type Search = { side: keyof Links; members: readonly Member[]; from: number; step: 1 | -1 };

/** Links a user with a candidate of the first slot that has a user without a block. */
function linkInNextSlot(
  member: Member,
  { side, members, from, step }: Search,
  candidatesByTime: CandidatesByTime,
): void {
  if (member.isLinked[side]) return;
  for (let begin = from; members[begin] !== undefined; ) {
    const time = timeOf(members[begin], side);
    let end = begin;
    while (timeOf(members[end], side) === time) end += step;
    const slot = step === 1 ? members.slice(begin, end) : members.slice(end + 1, begin + 1);
    if (blockedPositions(member, slot).length < slot.length) {
      link(member, candidatesFor(side, slot, candidatesByTime));
      return;
    }
    begin = end;
  }
}

/** Returns the first position where a monotonic predicate is true (binary search). */
function firstIndexWhere(members: readonly Member[], predicate: (member: Member) => boolean): number {
  let [from, to] = [0, members.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const member = members[middle];
    if (member !== undefined && predicate(member)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Returns the position of a user in a list sorted by id, or -1. */
function positionOf(userId: string | null, members: readonly Member[]): number {
  const position = firstIndexWhere(members, (member) => member.userId >= (userId ?? ''));
  return members[position]?.userId === userId ? position : -1;
}
