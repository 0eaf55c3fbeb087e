import { publishEvents } from '#features/event';
import { windowSpansOn } from '#features/workout-window';
import { chunk } from '#platform/chunk.ts';
import { createYielder } from '#platform/concurrency/cooperative.ts';
import { togetherOrAlone } from '#platform/concurrency/together-or-alone.ts';
import type { Tx } from '#platform/db/database.ts';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import { lockChains, lockIdleChains } from '../chain-lock.store.ts';
import type { ChainDeps } from '../deps.ts';
import { matchingChanged } from './matching-event.actions.ts';
import { decideRebuild, type Rebuild, type RebuildFacts } from './rebuild.rules.ts';
import { allowLongPause, deleteChains, deleteSquads, upsertChains, upsertSquads } from './rebuild.store.ts';
import { readFacts, type SpanOf } from './rebuild-facts.actions.ts';

/** One task computes while the other waits for the database. */
export const GROUP_CONCURRENCY = 2;

/** Groups with more users than this are computed in a worker thread. */
export const LARGE_GROUP = 1_000;

const RULES = new URL('./rebuild.rules.ts', import.meta.url);

/** Rows per statement. Serializing more would block the event loop for longer than a few milliseconds. */
const ROWS_PER_STATEMENT = 1_000;

export type Counts = { chains: number; squads: number };
export type GroupResult = Counts & { failed: number; errors: string[] };

export const NO_RESULT: GroupResult = { chains: 0, squads: 0, failed: 0, errors: [] };

/** `rebuildGroup` that logs and counts a failure, so that the other groups of a run continue. */
export async function attemptGroup(deps: ChainDeps, group: string, date: string, spanOf: SpanOf): Promise<GroupResult> {
  try {
    return { ...NO_RESULT, ...(await rebuildGroup(deps, group, date, spanOf)) };
  } catch (error) {
    deps.log.error({ err: error, event: 'chain.matching-failed', date }, 'Matching of a group failed');
    return { ...NO_RESULT, failed: 1, errors: [`${group}: this group could not be matched. Run the job again.`] };
  }
}

/**
 * `attemptGroup` for several groups in one transaction, because a group of a few users costs little more than its statements.
 * Groups that another transaction has locked are matched alone after it, so that nothing waits with the locks of others; so are
 * all groups if one fails.
 */
export async function attemptGroups(
  deps: ChainDeps,
  groups: readonly string[],
  date: string,
  spanOf: SpanOf,
): Promise<GroupResult> {
  const total: GroupResult = { ...NO_RESULT, errors: [] };
  await togetherOrAlone(
    groups,
    async () => {
      const { idle, counts } = await rebuildIdleGroups(deps, groups, date, spanOf);
      addResult(total, { ...NO_RESULT, ...counts });
      return groups.filter((group) => !idle.has(group));
    },
    async (group) => addResult(total, await attemptGroup(deps, group, date, spanOf)),
  );
  return total;
}

export function addResult(total: GroupResult, { chains, squads, failed, errors }: GroupResult): void {
  total.chains += chains;
  total.squads += squads;
  total.failed += failed;
  collectErrors(total.errors, ...errors);
}

/** Returns the groups that were not locked by another transaction, and so are rebuilt. */
async function rebuildIdleGroups(
  deps: ChainDeps,
  groups: readonly string[],
  date: string,
  spanOf: SpanOf,
): Promise<{ idle: ReadonlySet<string>; counts: Counts }> {
  return deps.db.transaction().execute(async (tx) => {
    const idle = await lockIdleChains(tx, groups, date);
    return { idle: new Set(idle), counts: await rebuildLocked(deps, tx, idle, date, spanOf) };
  });
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
    return rebuildLocked(deps, tx, [group], date, spanOf);
  });
}

/** A group with what is decided for it. */
type Decision = { group: string; rebuild: Rebuild };

async function rebuildLocked(
  deps: ChainDeps,
  tx: Tx,
  groups: readonly string[],
  date: string,
  spanOf: SpanOf,
): Promise<Counts> {
  const decisions: Decision[] = [];
  const yieldIfDue = createYielder();
  for (const [group, facts] of await readFacts(tx, groups, date, spanOf)) {
    decisions.push({ group, rebuild: await decide(deps, tx, facts) });
    await yieldIfDue();
  }
  await write(deps, tx, date, decisions);
  return {
    chains: decisions.reduce((sum, { rebuild }) => sum + rebuild.memberCount, 0),
    squads: decisions.reduce((sum, { rebuild }) => sum + rebuild.squads.length, 0),
  };
}

/** A large group is computed in a worker thread, so that it does not block the event loop. */
async function decide(deps: ChainDeps, tx: Tx, facts: RebuildFacts): Promise<Rebuild> {
  const isLarge = Math.max(facts.population.length, facts.previous.length) > LARGE_GROUP;
  if (!isLarge) return decideRebuild(facts);
  await allowLongPause(tx);
  return deps.workers.run(decideRebuild, RULES, facts);
}

/** Writes squads, then the rows that reference them, then deletes the squads without members: each row is written once. */
async function write({ clock, ids }: ChainDeps, tx: Tx, date: string, decisions: readonly Decision[]): Promise<void> {
  const now = clock.now();
  const squads = new Map(
    decisions.flatMap(({ rebuild }) =>
      rebuild.squads.map((squad) => [squad, { ...squad, id: squad.id ?? ids.next() }]),
    ),
  );
  for (const batch of chunk([...squads.values()], ROWS_PER_STATEMENT)) await upsertSquads(tx, date, batch, now);
  const changed = decisions.flatMap(({ rebuild }) => rebuild.leavers);
  const chains = decisions.flatMap((decision) => decision.rebuild.chains.map((row) => ({ row, decision })));
  for (const batch of chunk(chains, ROWS_PER_STATEMENT)) {
    const rows = batch.map(({ row: { squad: index, ...row }, decision: { group, rebuild } }) => {
      const squad = index === null ? undefined : rebuild.squads[index];
      return { ...row, id: ids.next(), group, squadId: (squad && squads.get(squad)?.id) ?? null };
    });
    changed.push(...(await upsertChains(tx, date, rows, now)));
  }
  const leavers = decisions.flatMap(({ group, rebuild }) => rebuild.leavers.map((userId) => ({ userId, group })));
  for (const batch of chunk(leavers, ROWS_PER_STATEMENT)) await deleteChains(tx, date, batch);
  const formerSquads = decisions.flatMap(({ rebuild }) => rebuild.formerSquads);
  for (const batch of chunk(formerSquads, ROWS_PER_STATEMENT)) await deleteSquads(tx, batch);
  for (const batch of chunk(changed, ROWS_PER_STATEMENT))
    await publishEvents({ clock }, tx, [matchingChanged(date, batch)]);
}
