import { type Choice, choiceAmong, choose, chooseNearest } from './choice.rules.ts';
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
};

/**
 * Links the people of one group on one date, and returns them in the order of their windows (start, then user id).
 *
 * The *before* user of somebody is one whose window ends closest before their start, or at it; the *after* user is one whose
 * window starts closest after their end, or at it. Windows that overlap are never linked. Where several are equally close in
 * time, people choose in turn: of those whom the fewest have chosen, the nearest, then the lowest user id. Nobody is after of
 * many while another of them is of none: how often they are chosen differs by one at most.
 *
 * Who chooses when: those who hand over at one moment and those who take over at the next first form pairs, each the after of
 * one and the before of the other. The fewer of the two choose (those who hand over, where they are as many), by user id.
 * Whoever is left then chooses alone, the closest in time first, then by user id. So links go both ways as far as the numbers
 * allow; with twice as many at eight as at six, half of those at eight follow somebody whom somebody else follows as well.
 *
 * People in `kept` hold on to the links they have: those count when others choose, and are given back where the rule allows.
 * They hold the place in line that they had, so that linking again changes nothing while nobody comes, goes or moves.
 *
 * The result depends on what comes in, not on its order. It takes n log n steps for n people, and for each choice among k
 * equally close ones a search of their map, log k steps unless hardly any of them are nearer than the others.
 */
export function matchChains(
  participants: readonly Participant[],
  kept: ReadonlyMap<string, Links> = new Map(),
): ({ userId: string } & Links)[] {
  const people = participants.map((participant) => personOf(participant, kept.get(participant.userId)));
  const byStart = people.sort((one, other) => one.startsAt - other.startsAt || compareIds(one, other));
  const byEnd = byStart.toSorted((one, other) => one.endsAt - other.endsAt || compareIds(one, other));
  let started = 0;
  let ended = 0;
  while (started < byStart.length) {
    const [firstStarted, firstEnded] = [started, ended];
    const nextStart = byStart[started]?.startsAt ?? Infinity;
    while ((byEnd[ended]?.endsAt ?? Infinity) <= nextStart) ended += 1;
    const nextEnd = byEnd[ended]?.endsAt ?? Infinity;
    while ((byStart[started]?.startsAt ?? Infinity) < nextEnd) started += 1;
    if (ended > firstEnded) handOver(byEnd.slice(firstEnded, ended), byStart.slice(firstStarted, started));
  }
  return byStart.map(({ userId, beforeUserId, afterUserId }) => ({ userId, beforeUserId, afterUserId }));
}

function personOf({ userId, startsAt, endsAt, latitude, longitude }: Participant, kept: Links | undefined): Person {
  return {
    userId,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
    place: placeOf(latitude, longitude),
    kept,
    beforeUserId: kept?.beforeUserId ?? null,
    afterUserId: kept?.afterUserId ?? null,
    isLinked: { beforeUserId: false, afterUserId: false },
  };
}

function compareIds(one: { userId: string }, other: { userId: string }): number {
  if (one.userId === other.userId) return 0;
  return one.userId < other.userId ? -1 : 1;
}

/** Those whom others can choose for one of their links, by user id, and what has been chosen so far. */
type Candidates = { side: keyof Links; people: readonly Person[]; choice: Choice };

/**
 * Links those who end before the same next start (`early`) and those who start after the same last end (`late`). The last of
 * the early are the candidates of all the late, the first of the late those of all the early. Both come in order of time.
 */
function handOver(early: readonly Person[], late: readonly Person[]): void {
  const givers = early.filter(({ endsAt }) => endsAt === early.at(-1)?.endsAt);
  const takers = late.filter(({ startsAt }) => startsAt === late[0]?.startsAt);
  const before = candidatesFor('beforeUserId', givers);
  const after = candidatesFor('afterUserId', takers);
  if (givers.length <= takers.length) pairUp(before, after);
  else pairUp(after, before);
  // A stable sort, so that those who are equally close in time stay in the order of their ids.
  for (const person of early.toSorted((one, other) => other.endsAt - one.endsAt)) link(person, after);
  for (const person of late) link(person, before);
}

function candidatesFor(side: keyof Links, people: readonly Person[]): Candidates {
  return { side, people, choice: choiceAmong(people.map(({ place }) => place)) };
}

/** Lets the first choose among the second, each of whom then has the one who chose them. */
function pairUp(choosing: Candidates, chosen: Candidates): void {
  const inTurn = choosing.people.map((person, position) => ({ person, position }));
  // Who keeps a link comes first, lest somebody else takes the one they have.
  inTurn.sort((one, other) => Number(other.person.kept !== undefined) - Number(one.person.kept !== undefined));
  for (const { person, position } of inTurn) {
    const partner = link(person, chosen);
    if (partner === undefined || partner.isLinked[choosing.side]) continue;
    if (partner.kept === undefined) partner[choosing.side] = person.userId;
    else if (partner[choosing.side] !== person.userId) continue;
    choose(choosing.choice, position);
    partner.isLinked[choosing.side] = true;
  }
}

/**
 * Links somebody to whom they choose, and returns that one. Who keeps a link chooses that again, or nobody where it is not
 * among the candidates; who is linked already, nobody.
 */
function link(person: Person, { side, people, choice }: Candidates): Person | undefined {
  if (person.isLinked[side]) return undefined;
  const position = person.kept === undefined ? chooseNearest(choice, person.place) : positionOf(person[side], people);
  const partner = people[position];
  if (partner === undefined) return undefined;
  if (person.kept === undefined) person[side] = partner.userId;
  else choose(choice, position);
  person.isLinked[side] = true;
  return partner;
}

/** Where somebody is in a list of people in the order of their ids; -1 where they are not. */
function positionOf(userId: string | null, people: readonly Person[]): number {
  let [from, to] = [0, people.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((people[middle]?.userId ?? '') < (userId ?? '')) from = middle + 1;
    else to = middle;
  }
  return people[from]?.userId === userId ? from : -1;
}
