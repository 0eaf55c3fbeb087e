import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../platform/db/database.ts';
import { collectErrors } from '../../platform/jobs/collect-errors.ts';
import type { Logger } from '../../platform/log.ts';
import { balanceOf, type LedgerDeps, type Posting, postAll, postToLedger } from './ledger.actions.ts';
import { monthlyKey } from './ledger.rules.ts';
import { walletErrors } from './ledger.schema.ts';
import { listKeysInLedger } from './ledger.store.ts';
import { isAwarded, monthlyAmount, monthOf } from './monthly-award.rules.ts';
import type { AwardRun, OwnAward } from './monthly-award.schema.ts';
import { findStanding, listPeopleAfter } from './monthly-award.store.ts';

export type MonthlyAwardDeps = LedgerDeps & {
  db: Db;
  log: Logger;
  /** Which of these people have a subscription that is active at this moment. */
  hasActiveSubscription: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
};

/** In one transaction, for which its people's profiles are held. */
const BATCH = 500;

/**
 * Gives the actor the drops of this month (UTC), unless they have had them; as many as their subscription is worth now. Throws
 * `wallet.balance-too-high`.
 */
export async function awardMonth(deps: MonthlyAwardDeps, actor: Actor): Promise<OwnAward> {
  const { userId } = actor;
  const standing = await findStanding(deps.db, userId);
  if (standing === undefined || !isAwarded(standing)) {
    return { awarded: false, amount: 0, balance: await balanceOf(deps.db, userId) };
  }
  const posting = await awardOf(deps, [userId], monthOf(deps.clock.now()));
  return deps.db.transaction().execute(async (tx) => {
    const posted = await postToLedger(deps, tx, posting(userId));
    if (!('transaction' in posted)) throw walletErrors.balanceTooHigh();
    const { amount, balance_after } = posted.transaction;
    if (posted.outcome === 'posted') return { awarded: true, amount, balance: balance_after };
    return { awarded: false, amount, balance: await balanceOf(tx, userId) };
  });
}

/** Awards the drops of this month (UTC) to every user who has not had them. The next run continues an interrupted one. */
export async function awardAllUsers(deps: MonthlyAwardDeps): Promise<AwardRun> {
  const results: AwardRun['results'] = { awarded: 0, already: 0, failed: 0, errors: [] };
  const month = monthOf(deps.clock.now());
  let people = await listPeopleAfter(deps.db, null, BATCH);
  while (people.length > 0) {
    await awardBatch(deps, people, month, results);
    people = await listPeopleAfter(deps.db, people.at(-1) ?? null, BATCH);
  }
  return { success: true, message: `${results.awarded} people have got their drops for ${month}.`, results };
}

async function awardBatch(
  deps: MonthlyAwardDeps,
  people: readonly string[],
  month: string,
  results: AwardRun['results'],
): Promise<void> {
  const keyOf = (userId: string) => monthlyKey(userId, month);
  const known = await listKeysInLedger(deps.db, people.map(keyOf));
  const open = people.filter((userId) => !known.has(keyOf(userId)));
  results.already += people.length - open.length;
  if (open.length === 0) return;
  const posting = await awardOf(deps, open, month);
  const posted = await deps.db.transaction().execute((tx) => postAll(deps, tx, open.map(posting), 'skip'));
  results.awarded += posted.length;
  const done = new Set(posted.map(({ user_id }) => user_id));
  for (const userId of open.filter((id) => !done.has(id))) await awardOne(deps, posting(userId), results);
}

/** For whom the batch did nothing: somebody holds their profile, their balance is full, or they have just got their drops. */
async function awardOne(deps: MonthlyAwardDeps, posting: Posting, results: AwardRun['results']): Promise<void> {
  try {
    const { outcome } = await deps.db.transaction().execute((tx) => postToLedger(deps, tx, posting));
    if (outcome === 'posted') results.awarded += 1;
    else if (outcome === 'already-posted') results.already += 1;
    else if (outcome !== 'nobody') describeFailure(results, posting.userId, 'the balance cannot hold more drops');
  } catch (error) {
    deps.log.error({ err: error, user_id: posting.userId }, 'the drops of a month could not be given');
    describeFailure(results, posting.userId, 'the drops could not be stored; the next run tries again');
  }
}

function describeFailure(results: AwardRun['results'], userId: string, problem: string): void {
  results.failed += 1;
  collectErrors(results.errors, `${userId}: ${problem}.`);
}

/** What each of these people gets for the month, as their subscriptions are now. */
async function awardOf(
  deps: MonthlyAwardDeps,
  userIds: readonly string[],
  month: string,
): Promise<(userId: string) => Posting> {
  const subscribers = await deps.hasActiveSubscription(userIds);
  return (userId) => ({
    userId,
    type: 'monthly_recurring',
    amount: monthlyAmount(subscribers.has(userId)),
    reasonKey: monthlyKey(userId, month),
    description: `Drops for ${month}`,
  });
}
