import { chunk } from '../../../platform/chunk.ts';
import { addDays, mondayOf } from '../../../platform/days/calendar-date.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { listBlockedWithEach } from '../../account/index.ts';
import { listParticipants, type ParticipantRow, windowSpansOn } from '../../workout-window/index.ts';
import type { Pair } from '../blocked-pairs.rules.ts';
import type { TeamColor } from '../chain.rules.ts';
import { lockChains } from '../chain-lock.store.ts';
import type { ChainDeps } from '../deps.ts';
import type { Participant } from '../links/links.rules.ts';
import { decideRebuild, type Rebuild, type RebuildFacts } from './rebuild.rules.ts';
import {
  allowLongPause,
  deleteChains,
  deleteSquads,
  listChainsOf,
  listManyChainsOf,
  listWeek,
  upsertChains,
  upsertSquads,
} from './rebuild.store.ts';

/** One group computes while the other waits for the database. */
export const GROUP_CONCURRENCY = 2;

/** Groups with more users than this are computed in a worker thread. */
export const LARGE_GROUP = 1_000;

const RULES = new URL('./rebuild.rules.ts', import.meta.url);

/** Rows per statement. Serializing more would block the event loop for longer than a few milliseconds. */
const ROWS_PER_STATEMENT = 1_000;

export type Counts = { chains: number; squads: number };
export type GroupResult = Counts & { failed: number; errors: string[] };

export const NO_RESULT: GroupResult = { chains: 0, squads: 0, failed: 0, errors: [] };

type SpanOf = ReturnType<typeof windowSpansOn>;

/** `rebuildGroup` that logs and counts a failure, so that the other groups of a run continue. */
export async function attemptGroup(deps: ChainDeps, group: string, date: string, spanOf: SpanOf): Promise<GroupResult> {
  try {
    return { ...NO_RESULT, ...(await rebuildGroup(deps, group, date, spanOf)) };
  } catch (error) {
    deps.log.error({ err: error, event: 'chain.matching-failed', date }, 'Matching of a group failed');
    return { ...NO_RESULT, failed: 1, errors: [`${group}: this group could not be matched. Run the job again.`] };
  }
}

/** Computes and stores links, colours and squads of one group on one date. Rows with a check-in are not changed. */
export async function rebuildGroup(
  deps: ChainDeps,
  group: string,
  date: string,
  spanOf: SpanOf = windowSpansOn(date),
): Promise<Counts> {
  return deps.db.transaction().execute(async (tx) => {
    await lockChains(tx, [group], [date]);
    const rebuild = await decide(deps, tx, await readFacts(tx, group, date, spanOf));
    await write(deps, tx, group, date, rebuild);
    return { chains: rebuild.memberCount, squads: rebuild.squads.length };
  });
}

async function readFacts(tx: Tx, group: string, date: string, spanOf: SpanOf): Promise<RebuildFacts> {
  const members = await listParticipants(tx, group, date);
  const isLarge = members.length > LARGE_GROUP;
  const previous = await (isLarge ? listManyChainsOf : listChainsOf)(tx, group, date);
  const monday = mondayOf(date);
  const week = { group, date, monday, sunday: addDays(monday, 6) };
  const population: Participant[] = [];
  const colorsOfWeek = new Map<string, TeamColor>();
  const known = new Set([...members.map(({ user_id }) => user_id), ...previous.map(({ userId }) => userId)]);
  const blockedPairs: Pair[] = [];
  for (const batch of chunk(members, ROWS_PER_STATEMENT)) {
    const userIds = batch.map(({ user_id }) => user_id);
    const frozenElsewhere = new Set<string>();
    for (const { userId, teamColor, isFrozenElsewhere } of await listWeek(tx, week, userIds)) {
      colorsOfWeek.set(userId, teamColor);
      if (isFrozenElsewhere) frozenElsewhere.add(userId);
    }
    for (const [one, others] of await listBlockedWithEach(tx, userIds)) {
      for (const other of others) if (known.has(other)) blockedPairs.push({ one, other });
    }
    const present = batch.filter(({ user_id }) => !frozenElsewhere.has(user_id));
    population.push(...present.map((row) => participantOf(row, spanOf)));
  }
  return { population, previous, colorsOfWeek, seed: `${group} ${monday}`, blockedPairs };
}

/** A large group is computed in a worker thread, so that it does not block the event loop. */
async function decide(deps: ChainDeps, tx: Tx, facts: RebuildFacts): Promise<Rebuild> {
  const isLarge = Math.max(facts.population.length, facts.previous.length) > LARGE_GROUP;
  if (!isLarge) return decideRebuild(facts);
  await allowLongPause(tx);
  return deps.workers.run(decideRebuild, RULES, facts);
}

/** Writes squads, then the rows that reference them, then deletes the squads without members: each row is written once. */
async function write(
  { clock, ids }: ChainDeps,
  tx: Tx,
  group: string,
  date: string,
  { squads, chains, leavers, formerSquads }: Rebuild,
): Promise<void> {
  const now = clock.now();
  const squadIds: string[] = [];
  for (const batch of chunk(squads, ROWS_PER_STATEMENT)) {
    const withIds = batch.map((squad) => ({ ...squad, id: squad.id ?? ids.next() }));
    await upsertSquads(tx, date, withIds, now);
    squadIds.push(...withIds.map(({ id }) => id));
  }
  for (const batch of chunk(chains, ROWS_PER_STATEMENT)) {
    const rows = batch.map(({ squad, ...row }) => {
      return { ...row, id: ids.next(), squadId: squad === null ? null : (squadIds[squad] ?? null) };
    });
    await upsertChains(tx, { date, group, now }, rows);
  }
  for (const batch of chunk(leavers, ROWS_PER_STATEMENT)) await deleteChains(tx, date, group, batch);
  for (const batch of chunk(formerSquads, ROWS_PER_STATEMENT)) await deleteSquads(tx, batch);
}

function participantOf(row: ParticipantRow, spanOf: SpanOf): Participant {
  const { user_id: userId, latitude, longitude } = row;
  return { userId, latitude, longitude, ...spanOf(row.start_time, row.timezone) };
}
