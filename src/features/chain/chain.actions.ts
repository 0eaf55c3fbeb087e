import type { Actor } from '../../access/actor.ts';
import { chunk } from '../../platform/chunk.ts';
import type { Clock } from '../../platform/clock.ts';
import { type CoalescedRuns, createCoalescedRuns, type Pause } from '../../platform/concurrency/coalesced-runs.ts';
import { addDays, localDateOf, mondayOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import { collectErrors } from '../../platform/jobs/collect-errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { Workers } from '../../platform/workers/workers.ts';
import { listBlockedWithEach } from '../account/index.ts';
import {
  findOwnWindow,
  groupsToMatch,
  type ParticipantRow,
  participantsOf,
  windowSpansOn,
} from '../workout-window/index.ts';
import type { Pair } from './apart.rules.ts';
import type { Participant } from './chain.rules.ts';
import { type ChainDate, chainErrors, type Matching, type MatchingRun } from './matching/matching.schema.ts';
import {
  allowLongPause,
  deleteChains,
  deleteSquads,
  listChainsOf,
  listGroupsWithChains,
  listManyChainsOf,
  listWeek,
  lockGroupOn,
  upsertChains,
  upsertSquads,
} from './matching/rebuild.store.ts';
import { decideRebuild, type Rebuild, type RebuildFacts } from './matching/rebuild.rules.ts';
import type { TeamColor } from './squad/team-color.rules.ts';

export type ChainDeps = { db: Db; clock: Clock; ids: Ids; log: Logger; workers: Workers };

/** Chains are made for today and so many days after it. */
const DAYS_AHEAD = 7;

/** While one group waits for the database, the other is decided. */
const GROUP_CONCURRENCY = 2;

/** Groups of more people than this are decided in a thread. */
const LARGE_GROUP = 1_000;

/** How long a large group, or one that fails, is left alone after it was matched for a change. */
const REMATCH_REST_MS = 5_000;

const RULES = new URL('./matching/rebuild.rules.ts', import.meta.url);

/** So many rows become parameters of a statement in a few milliseconds. */
const ROWS_PER_STATEMENT = 1_000;

/** Rematches of groups after changes, in the calendars of these time zones: one of each group at a time, two on a node. */
export type Rematches = CoalescedRuns<string>;

export type RematchDeps = ChainDeps & { rematches: Rematches };

/** Collects what changes in a group while it is matched, or rests, into one later rematch. `pause` waits as timers do if absent. */
export function createRematches(depsOf: () => ChainDeps, log: Logger, pause?: Pause): Rematches {
  return createCoalescedRuns({
    pause,
    concurrency: GROUP_CONCURRENCY,
    run: (group, timezones) => rematchGroup(depsOf(), group, timezones),
    onError: (error) => log.error({ err: error }, 'a group could not be matched'),
  });
}

/**
 * Matches these groups anew for today and tomorrow, as the calendar of the time zone has them. What made that necessary stands
 * all the same: a group that fails is logged, and left to the next run of the job. A large group that was matched some seconds
 * ago is matched some seconds later, and nobody waits for that.
 */
export async function rebuildChains(deps: RematchDeps, groups: readonly string[], timezone: string): Promise<void> {
  for (const group of groups) await deps.rematches.ask(group, timezone);
}

/** Returns how long the group is to rest, in milliseconds. */
async function rematchGroup(deps: ChainDeps, group: string, timezones: ReadonlySet<string>): Promise<number> {
  const days = [...timezones].map((timezone) => localDateOf(deps.clock.now(), timezone));
  let isCostly = false;
  for (const date of new Set(days.flatMap((today) => [today, addDays(today, 1)]).sort())) {
    const { chains, failed } = await attemptGroup(deps, group, date, windowSpansOn(date));
    isCostly ||= chains > LARGE_GROUP || failed > 0;
  }
  return isCostly ? REMATCH_REST_MS : 0;
}

/**
 * Matches the group of two people anew as `rebuildChains` does, wherever they live, where it is one group: a block between them
 * has come or gone.
 */
export async function rematchPair(deps: RematchDeps, one: string, other: string): Promise<void> {
  const [first, second] = [await findOwnWindow(deps.db, one), await findOwnWindow(deps.db, other)];
  if (!first?.isOpen || !second?.isOpen || first.group !== second.group) return;
  for (const timezone of new Set([first.zone, second.zone])) await rebuildChains(deps, [first.group], timezone);
}

/** Matches one group for one date, as the nightly job does. */
export async function matchGroupOn(deps: ChainDeps, group: string, date: string): Promise<void> {
  await rebuildGroup(deps, group, date, windowSpansOn(date));
}

/**
 * Matches the actor's own group for a date, today where they live if they name none. Repeating it changes nothing. Throws
 * `chain.date-out-of-range`.
 */
export async function matchOwnGroup(deps: ChainDeps, actor: Actor, asked: ChainDate): Promise<Matching> {
  const window = await findOwnWindow(deps.db, actor.userId);
  const today = localDateOf(deps.clock.now(), window?.isOpen ? window.zone : 'UTC');
  const date = requireNearDate(asked.date ?? today, today);
  if (!window?.isOpen) return { ...summaryOf(date, NOTHING), message: 'Set up a window first, to be matched.' };
  return summaryOf(date, { ...NOTHING, ...(await rebuildGroup(deps, window.group, date, windowSpansOn(date))) });
}

/**
 * Matches all users for a date and the next one, by default for today. A group that fails is named in the answer and left to the
 * next run. Throws `chain.date-out-of-range`.
 */
export async function matchAllGroups(deps: ChainDeps, asked: ChainDate): Promise<MatchingRun> {
  const { date, tomorrow } = datesToMatch(deps, asked);
  return {
    success: true,
    message: `Everybody is matched for ${date} and ${tomorrow}.`,
    today: await matchDate(deps, date),
    tomorrow: await matchDate(deps, tomorrow),
  };
}

/** What a run says that matches nobody. Throws `chain.date-out-of-range`. */
export function matchNobody(deps: Pick<ChainDeps, 'clock'>, asked: ChainDate): Pick<MatchingRun, 'today' | 'tomorrow'> {
  const { date, tomorrow } = datesToMatch(deps, asked);
  return { today: summaryOf(date, NOTHING), tomorrow: summaryOf(tomorrow, NOTHING) };
}

/** The dates of a run. Throws `chain.date-out-of-range`. */
export function datesToMatch(
  { clock }: Pick<ChainDeps, 'clock'>,
  asked: ChainDate,
): { date: string; tomorrow: string } {
  const today = localDateOf(clock.now(), 'UTC');
  const date = asked.date ?? today;
  // Yesterday has not ended everywhere.
  if (date < addDays(today, -1) || date > addDays(today, DAYS_AHEAD)) throw chainErrors.dateTooFarToMatchAll();
  return { date, tomorrow: addDays(date, 1) };
}

function requireNearDate(date: string, today: string): string {
  if (date < today || date > addDays(today, DAYS_AHEAD)) throw chainErrors.dateTooFar();
  return date;
}

type Counts = { chains: number; squads: number };
type Total = Counts & { failed: number; errors: string[] };

const NOTHING: Total = { chains: 0, squads: 0, failed: 0, errors: [] };

async function matchDate(deps: ChainDeps, date: string): Promise<Matching> {
  const spans = windowSpansOn(date);
  const groups = new Set([...(await groupsToMatch(deps.db)), ...(await listGroupsWithChains(deps.db, date))]).values();
  const total: Total = { ...NOTHING, errors: [] };
  const matchInTurn = async () => {
    for (const group of groups) {
      const { chains, squads, failed, errors } = await attemptGroup(deps, group, date, spans);
      total.chains += chains;
      total.squads += squads;
      total.failed += failed;
      collectErrors(total.errors, ...errors);
    }
  };
  await Promise.all(Array.from({ length: GROUP_CONCURRENCY }, matchInTurn));
  return summaryOf(date, total);
}

function summaryOf(date: string, { chains, squads, failed, errors }: Total): Matching {
  const message =
    failed === 0 ? `Chains are made for ${date}.` : `${failed} groups could not be matched for ${date}; run it again.`;
  return { success: failed === 0, message, date, chains, squads, results: { failed, errors } };
}

type SpanOf = ReturnType<typeof windowSpansOn>;

/** One group among others, which do not fail with it. */
async function attemptGroup(deps: ChainDeps, group: string, date: string, spanOf: SpanOf): Promise<Total> {
  try {
    return { ...NOTHING, ...(await rebuildGroup(deps, group, date, spanOf)) };
  } catch (error) {
    deps.log.error({ err: error, date }, 'a group could not be matched');
    return { ...NOTHING, failed: 1, errors: [`${group}: this group could not be matched; run the job again.`] };
  }
}

/** Links, colours and squads of one group on one date; rows that carry a check-in stay as they are. */
async function rebuildGroup(deps: ChainDeps, group: string, date: string, spanOf: SpanOf): Promise<Counts> {
  return deps.db.transaction().execute(async (tx) => {
    await lockGroupOn(tx, group, date);
    const rebuild = await decide(deps, tx, await readFacts(tx, group, date, spanOf));
    await write(deps, tx, group, date, rebuild);
    return { chains: rebuild.people, squads: rebuild.squads.length };
  });
}

async function readFacts(tx: Tx, group: string, date: string, spanOf: SpanOf): Promise<RebuildFacts> {
  const members = await participantsOf(tx, group, date);
  const isLarge = members.length > LARGE_GROUP;
  const previous = await (isLarge ? listManyChainsOf : listChainsOf)(tx, group, date);
  const monday = mondayOf(date);
  const week = { group, date, monday, sunday: addDays(monday, 6) };
  const population: Participant[] = [];
  const colorsOfWeek = new Map<string, TeamColor>();
  const known = new Set([...members.map(({ user_id }) => user_id), ...previous.map(({ userId }) => userId)]);
  const blockedPairs: Pair[] = [];
  for (const some of chunk(members, ROWS_PER_STATEMENT)) {
    const userIds = some.map(({ user_id }) => user_id);
    const settledElsewhere = new Set<string>();
    for (const { userId, teamColor, isSettledElsewhere } of await listWeek(tx, week, userIds)) {
      colorsOfWeek.set(userId, teamColor);
      if (isSettledElsewhere) settledElsewhere.add(userId);
    }
    for (const [one, others] of await listBlockedWithEach(tx, userIds)) {
      for (const other of others) if (known.has(other)) blockedPairs.push({ one, other });
    }
    const present = some.filter(({ user_id }) => !settledElsewhere.has(user_id));
    population.push(...present.map((row) => participantOf(row, spanOf)));
  }
  return { population, previous, colorsOfWeek, seed: `${group} ${monday}`, blockedPairs };
}

/** A large group is decided beside the event loop, which everybody else waits for. */
async function decide(deps: ChainDeps, tx: Tx, facts: RebuildFacts): Promise<Rebuild> {
  const isLarge = Math.max(facts.population.length, facts.previous.length) > LARGE_GROUP;
  if (!isLarge) return decideRebuild(facts);
  await allowLongPause(tx);
  return deps.workers.run(decideRebuild, RULES, facts);
}

/** In the order in which nothing is written twice: squads, rows that are in them, and then the squads that nobody is in. */
async function write(
  { clock, ids }: ChainDeps,
  tx: Tx,
  group: string,
  date: string,
  { squads, chains, leavers, formerSquads }: Rebuild,
): Promise<void> {
  const now = clock.now();
  const squadIds: string[] = [];
  for (const some of chunk(squads, ROWS_PER_STATEMENT)) {
    const named = some.map((squad) => ({ ...squad, id: squad.id ?? ids.next() }));
    await upsertSquads(tx, date, named, now);
    squadIds.push(...named.map(({ id }) => id));
  }
  for (const some of chunk(chains, ROWS_PER_STATEMENT)) {
    const rows = some.map(({ squad, ...row }) => {
      return { ...row, id: ids.next(), squadId: squad === null ? null : (squadIds[squad] ?? null) };
    });
    await upsertChains(tx, { date, group, now }, rows);
  }
  for (const some of chunk(leavers, ROWS_PER_STATEMENT)) await deleteChains(tx, date, group, some);
  for (const some of chunk(formerSquads, ROWS_PER_STATEMENT)) await deleteSquads(tx, some);
}

function participantOf(row: ParticipantRow, spanOf: SpanOf): Participant {
  const { user_id: userId, latitude, longitude } = row;
  return { userId, latitude, longitude, ...spanOf(row.start_time, row.timezone) };
}
