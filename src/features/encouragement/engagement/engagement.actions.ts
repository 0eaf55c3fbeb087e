import type { Actor } from '#access/actor.ts';
import { ALL_USERS_ID, listBlockedWithEach, recordAudit } from '#features/account';
import { findSpansWithEntry } from '#features/journal';
import { findSpansWithRecord } from '#features/wellbeing';
import type { Db, Tx } from '#platform/db/database.ts';
import { codeOf } from '#platform/errors.ts';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import { findConfiguration } from '../configuration/configuration.store.ts';
import type { EncouragementDeps } from '../deps.ts';
import { sumDeltas } from '../sender-stats/sender-stats.rules.ts';
import { lockSenderStats, updateSenderStats } from '../sender-stats/sender-stats.store.ts';
import { decideEngagements, latestClosableEnd, type OpenDrop } from './engagement.rules.ts';
import type { EngagementRun } from './engagement.schema.ts';
import {
  claimClosings,
  claimEngagements,
  type FoundDrop,
  listOpenDrops,
  lockOpenDrops,
  lockProfiles,
} from './engagement.store.ts';

/** Drops of one transaction. Their senders cannot send until it ends. */
const BATCH_SIZE = 500;

type Results = EngagementRun['results'];

/**
 * Awards the bonus for each drop with engagement once, and closes windows that have ended. The next run continues an
 * interrupted one.
 */
export async function processEngagement(deps: EncouragementDeps): Promise<EngagementRun> {
  const results: Results = { processed: 0, engaged: 0, bonus_awarded: 0, failed: 0, errors: [] };
  const latestEnd = latestClosableEnd(deps.clock.now());
  let drops = await listOpenDrops(deps.db, latestEnd, null, BATCH_SIZE);
  for (let last = drops.at(-1); last !== undefined; last = drops.at(-1)) {
    await processBatch(deps, drops, results);
    drops = await listOpenDrops(deps.db, latestEnd, last, BATCH_SIZE);
  }
  const message = `${results.engaged} of ${results.processed} drops have engagement.`;
  return { success: true, message, results };
}

/** Records that a super admin runs the job. */
export async function auditEngagementRun(deps: EncouragementDeps, actor: Actor): Promise<void> {
  const event = { action: 'encouragement.process-engagement', subjectType: 'profile', subjectIds: [ALL_USERS_ID] };
  await recordAudit(deps, deps.db, actor, event);
}

/**
 * Processes drops in one transaction and adds to the results. If it fails, processes each half again, so that a failing drop
 * does not stop the others. Rethrows if the database is unavailable.
 */
export async function processBatch(
  deps: EncouragementDeps,
  drops: readonly FoundDrop[],
  results: Results,
): Promise<void> {
  try {
    const { engaged, bonus } = await processDrops(deps, drops);
    results.processed += drops.length;
    results.engaged += engaged;
    results.bonus_awarded += bonus;
  } catch (error) {
    if (isOutage(error)) throw error;
    const [only, ...others] = drops;
    if (only !== undefined && others.length === 0) {
      deps.log.error(
        { event: 'engagement.drop-failed', err: error, drop_id: only.id },
        'the engagement of a drop could not be stored',
      );
      results.processed += 1;
      results.failed += 1;
      collectErrors(results.errors, `${only.id}: the next run tries again.`);
      return;
    }
    const middle = Math.ceil(drops.length / 2);
    await processBatch(deps, drops.slice(0, middle), results);
    await processBatch(deps, drops.slice(middle), results);
  }
}

async function processDrops(
  deps: EncouragementDeps,
  found: readonly FoundDrop[],
): Promise<{ engaged: number; bonus: number }> {
  const now = deps.clock.now();
  const latestEnd = latestClosableEnd(now);
  const active = await findDropsWithActivity(deps.db, found);
  const drops = found.filter(({ id, endsAt }) => active.has(id) || endsAt <= latestEnd);
  if (drops.length === 0) return { engaged: 0, bonus: 0 };

  return deps.db.transaction().execute(async (tx) => {
    const open = await lockDrops(tx, drops, { active, latestEnd });
    const { bonus_drops_per_engagement: bonus, max_rewarded_drops_per_pair_per_day: rewardedPerPairAndDay } =
      await findConfiguration(tx);
    const decisions = decideEngagements(open, { bonus, rewardedPerPairAndDay });
    const engagements = decisions.flatMap(({ id, bonus }) => (bonus === null ? [] : { id, bonus }));
    const closings = decisions.flatMap(({ id, isClosed }) => (isClosed ? id : []));
    const counted = new Set(decisions.flatMap(({ id, isCounted }) => (isCounted ? id : [])));

    const engaged = await claimEngagements(tx, engagements, now);
    const closed = (await claimClosings(tx, closings, now)).filter(({ id }) => counted.has(id));
    const deltas = sumDeltas(engaged, closed);
    const senderIds = deltas.map(({ userId }) => userId);
    if ((await updateSenderStats(tx, deltas)) < senderIds.length) throw new Error('A sender has no stats.');
    await deps.recalculateBadges(tx, senderIds);
    return { engaged: engaged.length, bonus: engaged.reduce((sum, { bonus }) => sum + bonus, 0) };
  });
}

/**
 * Takes the same locks as sending a drop, in the same order: profiles, sender stats, drops. Returns the drops as read under the
 * locks, without those that are closed or locked by another transaction.
 */
async function lockDrops(
  tx: Tx,
  drops: readonly FoundDrop[],
  { active, latestEnd }: { active: ReadonlySet<string>; latestEnd: Date },
): Promise<OpenDrop[]> {
  const [ids, senderIds] = [drops.map(({ id }) => id), drops.map(({ senderId }) => senderId)];
  await lockProfiles(tx, [...senderIds, ...drops.map(({ recipientId }) => recipientId)]);
  await lockSenderStats(tx, senderIds);
  const locked = await lockOpenDrops(tx, ids);
  const blocked = await listBlockedWithEach(tx, senderIds);
  return locked.map(({ endsAt, hasInactiveUser, ...drop }) => ({
    ...drop,
    hasActivity: active.has(drop.id),
    isOver: endsAt <= latestEnd,
    isBlocked: hasInactiveUser || blocked.get(drop.senderId)?.has(drop.recipientId) === true,
  }));
}

/** The ids of the drops, not engaged yet, whose recipients wrote an entry or a wellbeing record within the window. */
async function findDropsWithActivity(db: Db, drops: readonly FoundDrop[]): Promise<ReadonlySet<string>> {
  const spans = drops
    .filter(({ isEngaged }) => !isEngaged)
    .map(({ id, recipientId, sentAt, endsAt }) => ({ id, userId: recipientId, after: sentAt, until: endsAt }));
  const withEntry = await findSpansWithEntry(db, spans);
  const others = spans.filter(({ id }) => !withEntry.has(id));
  const withRecord = await findSpansWithRecord(db, others);
  return new Set([...withEntry, ...withRecord]);
}

/** Whether the database or the connection to it fails, by SQLSTATE or system error code. */
function isOutage(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return /^(08...|53...|57P..|E[A-Z]+)$/.test(code);
}
