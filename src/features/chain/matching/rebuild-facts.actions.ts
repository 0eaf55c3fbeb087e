import { listBlockedWithEach } from '#features/account';
import { listParticipants, type ParticipantRow, type windowSpansOn } from '#features/workout-window';
import { chunk } from '#platform/chunk.ts';
import { addDays, mondayOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Pair } from '../blocked-pairs.rules.ts';
import type { TeamColor } from '../chain.rules.ts';
import type { Participant } from '../links/links.rules.ts';
import type { ChainRow, RebuildFacts } from './rebuild.rules.ts';
import { fetchChains, listWeek } from './rebuild.store.ts';

/** Users per statement. Parsing more would block the event loop for longer than a few milliseconds. */
const USERS_PER_STATEMENT = 1_000;

export type SpanOf = ReturnType<typeof windowSpansOn>;

/** Reads what the rebuild of each of these groups depends on, by group: some statements for each thousand users of them all. */
export async function readFacts(
  tx: Tx,
  groups: readonly string[],
  date: string,
  spanOf: SpanOf,
): Promise<ReadonlyMap<string, RebuildFacts>> {
  const monday = mondayOf(date);
  const week = { date, monday, sunday: addDays(monday, 6) };
  const factsOf = new Map(groups.map((group) => [group, createFacts(`${group} ${monday}`)]));
  // The participants of each group, and the users with a row in it.
  const usersOf = new Map(groups.map((group) => [group, new Set<string>()]));
  const participants = await listParticipants(tx, groups, date);
  for (const { group, userId } of participants) usersOf.get(group)?.add(userId);
  const checkedIn = new Set<string>();
  for await (const rows of fetchChains(tx, groups, date)) {
    for (const { group, ...row } of rows) {
      factsOf.get(group)?.previous.push(row);
      usersOf.get(group)?.add(row.userId);
      if (row.hasCheckIn) checkedIn.add(row.userId);
    }
  }
  // The neighbours of a user who rests after a check-in keep them.
  const members = participants.filter(({ userId, isRest }) => !isRest || checkedIn.has(userId));
  for (const batch of chunk(members, USERS_PER_STATEMENT)) {
    const userIds = batch.map(({ userId }) => userId);
    const weeks = new Map((await listWeek(tx, week, batch)).map((row) => [row.userId, row]));
    const blocked = await listBlockedWithEach(tx, userIds);
    for (const member of batch) {
      const { group, userId } = member;
      const facts = factsOf.get(group);
      const ofWeek = weeks.get(userId);
      if (ofWeek !== undefined) facts?.colorsOfWeek.set(userId, ofWeek.teamColor);
      if (!ofWeek?.isFrozenElsewhere) facts?.population.push(participantOf(member, spanOf));
      for (const other of blocked.get(userId) ?? [])
        if (usersOf.get(group)?.has(other)) facts?.blockedPairs.push({ one: userId, other });
    }
  }
  return factsOf;
}

function createFacts(seed: string) {
  return {
    population: [] as Participant[],
    previous: [] as ChainRow[],
    colorsOfWeek: new Map<string, TeamColor>(),
    seed,
    blockedPairs: [] as Pair[],
  } satisfies RebuildFacts;
}

function participantOf({ userId, latitude, longitude, startTime, zone }: ParticipantRow, spanOf: SpanOf): Participant {
  return { userId, latitude, longitude, ...spanOf(startTime, zone) };
}
