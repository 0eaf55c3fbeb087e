import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { codeOf } from '../../platform/errors.ts';
import type { Ids } from '../../platform/ids.ts';
import { collectErrors } from '../../platform/jobs/collect-errors.ts';
import type { Logger } from '../../platform/log.ts';
import { ALL_USERS_ID, listBlockedWithEach, recordAudit } from '../account/index.ts';
import { findSpansWithEntry } from '../journal/index.ts';
import { findSpansWithRecord } from '../wellbeing/index.ts';
import { findConfiguration } from './configuration.store.ts';
import { latestEndThatIsOver, type OpenDrop, type SenderStatsByUser, settle, sumDeltas } from './engagement.rules.ts';
import type { EngagementRun } from './engagement.schema.ts';
import {
  claimClosings,
  claimEngagements,
  type FoundDrop,
  listOpenDrops,
  lockOpenDrops,
  lockPeople,
  lockSenderStats,
  updateSenderStats,
} from './engagement.store.ts';

export type EngagementDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  /** Brings the badges of senders to where their tallies are, in the transaction that changes these. */
  recalculateBadges: (tx: Tx, userIds: readonly string[]) => Promise<void>;
};

/** In one transaction, for which its senders wait with sending. */
const BATCH = 500;

type Results = EngagementRun['results'];

/**
 * Awards senders the bonus for each drop whose recipient has written within its window, once, and closes windows that are over.
 * The next run continues an interrupted one.
 */
export async function processEngagement(deps: EngagementDeps): Promise<EngagementRun> {
  const results = noResults();
  const latestEnd = latestEndThatIsOver(deps.clock.now());
  let drops = await listOpenDrops(deps.db, latestEnd, null, BATCH);
  for (let last = drops.at(-1); last !== undefined; last = drops.at(-1)) {
    await settleBatch(deps, drops, results);
    drops = await listOpenDrops(deps.db, latestEnd, last, BATCH);
  }
  const message = `Of ${results.processed} drops, ${results.engaged} have been followed by something written.`;
  return { success: true, message, results };
}

/** Records that a super admin runs the job now. */
export async function auditEngagementRun(deps: EngagementDeps, actor: Actor): Promise<void> {
  const deed = { action: 'encouragement.process-engagement', subjectType: 'profile', subjectIds: [ALL_USERS_ID] };
  await recordAudit(deps, deps.db, actor, deed);
}

/**
 * The tallies of these senders, held until the transaction ends: whoever changes them or what is made of them waits. Whoever
 * has sent nothing has none.
 */
export async function listSenderStats(tx: Tx, userIds: readonly string[]): Promise<SenderStatsByUser[]> {
  return lockSenderStats(tx, userIds);
}

/**
 * Settles drops in one transaction, and adds to the results. Where that fails it is done in halves, until what fails is alone;
 * throws on where nothing else could succeed either.
 */
export async function settleBatch(deps: EngagementDeps, drops: readonly FoundDrop[], results: Results): Promise<void> {
  try {
    const { engaged, bonus } = await settleDrops(deps, drops);
    results.processed += drops.length;
    results.engaged += engaged;
    results.bonus_awarded += bonus;
  } catch (error) {
    if (isOutage(error)) throw error;
    const [only, ...others] = drops;
    if (only !== undefined && others.length === 0) {
      deps.log.error({ err: error, drop_id: only.id }, 'the engagement of a drop could not be settled');
      results.processed += 1;
      results.failed += 1;
      collectErrors(results.errors, `${only.id}: the next run tries again.`);
      return;
    }
    const middle = Math.ceil(drops.length / 2);
    await settleBatch(deps, drops.slice(0, middle), results);
    await settleBatch(deps, drops.slice(middle), results);
  }
}

async function settleDrops(
  deps: EngagementDeps,
  found: readonly FoundDrop[],
): Promise<{ engaged: number; bonus: number }> {
  const now = deps.clock.now();
  const latestEnd = latestEndThatIsOver(now);
  const written = await writtenWithinWindows(deps.db, found);
  const drops = found.filter(({ id, endsAt }) => written.has(id) || endsAt <= latestEnd);
  if (drops.length === 0) return { engaged: 0, bonus: 0 };

  return deps.db.transaction().execute(async (tx) => {
    const open = await lockDrops(tx, drops, { written, latestEnd });
    const { bonus_drops_per_engagement: bonus, max_rewarded_drops_per_pair_per_day: rewardedPerPairAndDay } =
      await findConfiguration(tx);
    const settlements = settle(open, { bonus, rewardedPerPairAndDay });
    const engagements = settlements.flatMap(({ id, bonus }) => (bonus === null ? [] : { id, bonus }));
    const closings = settlements.flatMap(({ id, isClosed }) => (isClosed ? id : []));
    const counted = new Set(settlements.flatMap(({ id, isCounted }) => (isCounted ? id : [])));

    const engaged = await claimEngagements(tx, engagements, now);
    const closed = (await claimClosings(tx, closings, now)).filter(({ id }) => counted.has(id));
    const gains = sumDeltas(engaged, closed);
    const senderIds = gains.map(({ userId }) => userId);
    if ((await updateSenderStats(tx, gains)) < senderIds.length)
      throw new Error('The tallies of a sender are missing.');
    await deps.recalculateBadges(tx, senderIds);
    return { engaged: engaged.length, bonus: engaged.reduce((sum, { bonus }) => sum + bonus, 0) };
  });
}

/**
 * Takes the locks of a settlement, which are those of sending in the same order: people, tallies, drops. Returns the drops as
 * they are once it has them, without those whose windows are closed or that somebody else holds.
 */
async function lockDrops(
  tx: Tx,
  drops: readonly FoundDrop[],
  { written, latestEnd }: { written: ReadonlySet<string>; latestEnd: Date },
): Promise<OpenDrop[]> {
  const [ids, senderIds] = [drops.map(({ id }) => id), drops.map(({ senderId }) => senderId)];
  await lockPeople(tx, [...senderIds, ...drops.map(({ recipientId }) => recipientId)]);
  await lockSenderStats(tx, senderIds);
  const held = await lockOpenDrops(tx, ids);
  const blocked = await listBlockedWithEach(tx, senderIds);
  return held.map(({ endsAt, isOfInactive, ...drop }) => ({
    ...drop,
    hasWritten: written.has(drop.id),
    isOver: endsAt <= latestEnd,
    isBarred: isOfInactive || blocked.get(drop.senderId)?.has(drop.recipientId) === true,
  }));
}

/** The ids of those drops within whose windows their recipients have written, of those that are not engaged already. */
async function writtenWithinWindows(db: Db, drops: readonly FoundDrop[]): Promise<ReadonlySet<string>> {
  const spans = drops
    .filter(({ isEngaged }) => !isEngaged)
    .map(({ id, recipientId, sentAt, endsAt }) => ({ id, userId: recipientId, after: sentAt, until: endsAt }));
  const journaled = await findSpansWithEntry(db, spans);
  const others = spans.filter(({ id }) => !journaled.has(id));
  const noted = await findSpansWithRecord(db, others);
  return new Set([...journaled, ...noted]);
}

function noResults(): Results {
  return { processed: 0, engaged: 0, bonus_awarded: 0, failed: 0, errors: [] };
}

/** Whether the database itself fails, or the way to it, as SQLSTATE or the system's code tells. */
function isOutage(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return /^(08...|53...|57P..|E[A-Z]+)$/.test(code);
}
