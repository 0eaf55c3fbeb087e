import { type BlockedPairs, NO_BLOCKED_PAIRS } from '../blocked-pairs.rules.ts';
import { type Choice, choiceAmong, choose, chooseNearest, chooseNearestBut, isFreeBut } from './choice.rules.ts';
import { type Place, placeOf } from './haversine.rules.ts';

/** Somebody who takes part on a date, with their window as instants; it ends after it starts. Coordinates are in degrees. */
export type Participant = {
  userId: string;
  startsAt: Date;
  endsAt: Date;
  latitude: number | null;
  longitude: number | null;
};

/** Whom somebody follows, and who follows them. */
export type Links = { beforeUserId: string | null; afterUserId: string | null };

type Person = Links & {
  userId: string;
  startsAt: number;
  endsAt: number;
  place: Place | null;
  /** The links that they hold already and keep. */
  kept: Links | undefined;
  isLinked: Record<keyof Links, boolean>;
  /** Whom they are never linked with. */
  apart: ReadonlySet<string> | undefined;
};

/**
 * Links the people of one group on one date, and returns them in the order of their windows (start, then user id).
 *
 * The *before* user of somebody is one whose window ends closest before their start, or at it; the *after* user is one whose
 * window starts closest after their end, or at it. Windows that overlap are never linked. Of those who are equally close in
 * time one is chosen: of those whom the fewest have chosen, the nearest, then the lowest user id. So how often they are chosen
 * differs by one at most: nobody is the after of many while another of them is the after of none.
 *
 * People choose in turn, wherever some hand over to others. First those who hand over last and those who take over first form
 * pairs, each the after of one and the before of the other: the fewer of them choose (those who hand over, where they are as
 * many), by user id. Then whoever lacks a link chooses for themselves, the closest in time first, then by user id. So the fewer
 * all have links that are returned. With one at six and two at eight, both at eight follow the one, who is followed by the
 * nearer of them.
 *
 * People in `kept` keep the links they have. Those count for how often somebody is chosen, and are returned where the rule
 * allows. They come at the turn that they would have had, so linking again changes nothing while nobody comes, goes or moves.
 *
 * People who are kept apart are never linked: to each other they are as if they were not there. Whoever may be linked with nobody
 * of those who are closest in time chooses after everybody else, in the order of the windows, among those who come next. So
 * being kept apart can make others chosen more often than by one.
 *
 * The result depends on what comes in, not on its order. It takes n log n steps for n people, and for each choice among k a
 * search of about log k, as long as some of them are nearer than others.
 */
export function matchChains(
  participants: readonly Participant[],
  kept: ReadonlyMap<string, Links> = new Map(),
  apart: BlockedPairs = NO_BLOCKED_PAIRS,
): ({ userId: string } & Links)[] {
  const people = participants.map((participant) => {
    const { userId } = participant;
    return personOf(participant, kept.get(userId), apart.get(userId));
  });
  const byStart = people.sort((one, other) => one.startsAt - other.startsAt || compareIds(one, other));
  const byEnd = byStart.toSorted((one, other) => one.endsAt - other.endsAt || compareIds(one, other));
  // Where nobody is kept apart, nobody asks for them again, and they need not be held.
  const met: Met | null = apart.size === 0 ? null : { afterUserId: new Map(), beforeUserId: new Map() };
  let started = 0;
  let ended = 0;
  while (started < byStart.length) {
    const [firstStarted, firstEnded] = [started, ended];
    const nextStart = byStart[started]?.startsAt ?? Infinity;
    while ((byEnd[ended]?.endsAt ?? Infinity) <= nextStart) ended += 1;
    const nextEnd = byEnd[ended]?.endsAt ?? Infinity;
    while ((byStart[started]?.startsAt ?? Infinity) < nextEnd) started += 1;
    if (ended > firstEnded) handOver(byEnd.slice(firstEnded, ended), byStart.slice(firstStarted, started), met);
  }
  if (met !== null) linkFurther(byStart, byEnd, met);
  return byStart.map(({ userId, beforeUserId, afterUserId }) => ({ userId, beforeUserId, afterUserId }));
}

function personOf(
  { userId, startsAt, endsAt, latitude, longitude }: Participant,
  kept: Links | undefined,
  apart: ReadonlySet<string> | undefined,
): Person {
  return {
    userId,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
    place: placeOf(latitude, longitude),
    kept,
    beforeUserId: kept?.beforeUserId ?? null,
    afterUserId: kept?.afterUserId ?? null,
    isLinked: { beforeUserId: false, afterUserId: false },
    apart,
  };
}

function compareIds(one: { userId: string }, other: { userId: string }): number {
  if (one.userId === other.userId) return 0;
  return one.userId < other.userId ? -1 : 1;
}

/** Those whom others can choose for one of their links, by user id, and what has been chosen so far. */
type Candidates = { side: keyof Links; people: readonly Person[]; choice: Choice };

/** The candidates there have been, by when their windows start, or end. */
type Met = Record<keyof Links, Map<number, Candidates>>;

/**
 * Links those who end before the same next start (`early`) and those who start after the same last end (`late`). The last of
 * the early are the candidates of all the late, the first of the late those of all the early. Both come in order of time.
 */
function handOver(early: readonly Person[], late: readonly Person[], met: Met | null): void {
  const givers = early.filter(({ endsAt }) => endsAt === early.at(-1)?.endsAt);
  const takers = late.filter(({ startsAt }) => startsAt === late[0]?.startsAt);
  const before = candidatesFor('beforeUserId', givers, met);
  const after = candidatesFor('afterUserId', takers, met);
  if (givers.length <= takers.length) pairUp(before, after);
  else pairUp(after, before);
  // A stable sort, so that those who are equally close in time stay in the order of their ids.
  for (const person of early.toSorted((one, other) => other.endsAt - one.endsAt)) link(person, after);
  for (const person of late) link(person, before);
}

/** Those with one start, or one end, as candidates: the same ones each time, where they are held in `met`. */
function candidatesFor(side: keyof Links, people: readonly Person[], met: Met | null): Candidates {
  const moment = momentOf(people[0], side);
  const known = met?.[side].get(moment);
  if (known !== undefined) return known;
  const candidates = { side, people, choice: choiceAmong(people.map(({ place }) => place)) };
  met?.[side].set(moment, candidates);
  return candidates;
}

/** What of a window counts for whoever wants its person as a link. */
function momentOf(person: Person | undefined, side: keyof Links): number {
  return (side === 'afterUserId' ? person?.startsAt : person?.endsAt) ?? Number.NaN;
}

/** Lets the first choose among the second, each of whom then has the one who chose them. */
function pairUp(choosing: Candidates, chosen: Candidates): void {
  const inTurn = choosing.people.map((person, position) => {
    const isFirst = person.kept !== undefined && mayChooseAll(person, chosen.people);
    return { person, position, isFirst };
  });
  // Who keeps a link comes first, lest somebody else takes the one they have.
  inTurn.sort((one, other) => Number(other.isFirst) - Number(one.isFirst));
  for (const { person, position } of inTurn) {
    if (person.apart !== undefined && !findsPartner(person, chosen)) continue;
    const partner = link(person, chosen);
    if (partner === undefined || partner.isLinked[choosing.side]) continue;
    if (partner.kept === undefined && !person.apart?.has(partner.userId)) partner[choosing.side] = person.userId;
    else if (partner[choosing.side] !== person.userId) continue;
    choose(choosing.choice, position);
    partner.isLinked[choosing.side] = true;
  }
}

/**
 * Whether somebody who may not choose everybody gets one whom nobody has chosen. If not, they choose later: were they to take
 * somebody's partner now, others would choose otherwise once that link is kept.
 */
function findsPartner(person: Person, { side, people, choice }: Candidates): boolean {
  const left = leftOut(person, people);
  if (left.length === 0) return true;
  if (person.kept === undefined) return isFreeBut(choice, left);
  return choice.candidates[positionOf(person[side], people)]?.isFree === true;
}

/**
 * Links somebody to whom they choose, and returns that one. Who keeps a link chooses that again, or nobody where it is not
 * among the candidates; who is linked already, nobody.
 */
function link(person: Person, { side, people, choice }: Candidates): Person | undefined {
  if (person.isLinked[side]) return undefined;
  const position = person.kept === undefined ? chooseFor(person, people, choice) : positionOf(person[side], people);
  const partner = people[position];
  if (partner === undefined) return undefined;
  if (person.kept === undefined) person[side] = partner.userId;
  else choose(choice, position);
  person.isLinked[side] = true;
  return partner;
}

/** The position of whom somebody chooses; -1 where they may choose nobody. */
function chooseFor(person: Person, people: readonly Person[], choice: Choice): number {
  if (person.apart === undefined) return chooseNearest(choice, person.place);
  return chooseNearestBut(choice, person.place, leftOut(person, people)) ?? -1;
}

function mayChooseAll(person: Person, people: readonly Person[]): boolean {
  return person.apart === undefined || leftOut(person, people).length === 0;
}

/** The positions of those whom somebody is never linked with. */
function leftOut({ apart }: Person, people: readonly Person[]): number[] {
  return [...(apart ?? [])].map((userId) => positionOf(userId, people)).filter((position) => position >= 0);
}

/** Links those who may be linked with nobody of those closest in time, and nobody else: with those who come next. */
function linkFurther(byStart: readonly Person[], byEnd: readonly Person[], met: Met): void {
  for (const person of byStart) {
    if (person.apart === undefined) continue;
    const next = firstWhere(byStart, ({ startsAt }) => startsAt >= person.endsAt);
    const last = firstWhere(byEnd, ({ endsAt }) => endsAt > person.startsAt) - 1;
    linkInTurn(person, { side: 'afterUserId', people: byStart, from: next, step: 1 }, met);
    linkInTurn(person, { side: 'beforeUserId', people: byEnd, from: last, step: -1 }, met);
  }
}

/** A way through the people in the order of time. */
type Way = { side: keyof Links; people: readonly Person[]; from: number; step: 1 | -1 };

/** Links somebody with one of the first slot in which there is anybody whom they may be linked with. */
function linkInTurn(person: Person, { side, people, from, step }: Way, met: Met): void {
  if (person.isLinked[side]) return;
  for (let begin = from; people[begin] !== undefined; ) {
    const moment = momentOf(people[begin], side);
    let end = begin;
    while (momentOf(people[end], side) === moment) end += step;
    const slot = step === 1 ? people.slice(begin, end) : people.slice(end + 1, begin + 1);
    if (leftOut(person, slot).length < slot.length) {
      link(person, candidatesFor(side, slot, met));
      return;
    }
    begin = end;
  }
}

/** The first position for which something holds that holds for all after it. */
function firstWhere(people: readonly Person[], holds: (person: Person) => boolean): number {
  let [from, to] = [0, people.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const person = people[middle];
    if (person !== undefined && holds(person)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Where somebody is in a list of people in the order of their ids; -1 where they are not. */
function positionOf(userId: string | null, people: readonly Person[]): number {
  const position = firstWhere(people, (person) => person.userId >= (userId ?? ''));
  return people[position]?.userId === userId ? position : -1;
}
