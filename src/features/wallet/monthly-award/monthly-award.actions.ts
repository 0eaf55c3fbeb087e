import type { Actor } from '#access/actor.ts';
import { notify } from '#features/notification';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import { dropsAwarded } from '../award.template.ts';
import type { WalletDeps } from '../deps.ts';
import { balanceOf, type Posting, postAll, postToLedger } from '../ledger/ledger.actions.ts';
import { monthlyKey } from '../ledger/ledger.rules.ts';
import { walletErrors } from '../ledger/ledger.schema.ts';
import { listKnownKeys } from '../ledger/ledger.store.ts';
import { isEligible, monthlyAmount, monthOf } from './monthly-award.rules.ts';
import type { AwardRun, OwnAward } from './monthly-award.schema.ts';
import { findEligibility, listEligibleUsers } from './monthly-award.store.ts';

/** Users of one transaction, which locks their profiles. */
const BATCH_SIZE = 500;

/** Awards the actor the drops of this month (UTC) once. The amount depends on an active subscription. */
export async function awardMonth(deps: WalletDeps, actor: Actor): Promise<OwnAward> {
  const { userId } = actor;
  const eligibility = await findEligibility(deps.db, userId);
  if (eligibility === undefined || !isEligible(eligibility)) {
    return { awarded: false, amount: 0, balance: await balanceOf(deps.db, userId) };
  }
  const posting = await postingOf(deps, [userId], monthOf(deps.clock.now()));
  return deps.db.transaction().execute(async (tx) => {
    const posted = await postToLedger(deps, tx, posting(userId));
    if (!('transaction' in posted)) throw walletErrors.balanceTooHigh();
    const { amount, balance_after } = posted.transaction;
    if (posted.outcome === 'posted') return { awarded: true, amount, balance: balance_after };
    return { awarded: false, amount, balance: await balanceOf(tx, userId) };
  });
}

/** Awards the drops of this month (UTC) to all users who have not had them. The next run continues an interrupted one. */
export async function awardAllUsers(deps: WalletDeps): Promise<AwardRun> {
  const results: AwardRun['results'] = { awarded: 0, already: 0, failed: 0, errors: [] };
  const month = monthOf(deps.clock.now());
  let userIds = await listEligibleUsers(deps.db, null, BATCH_SIZE);
  while (userIds.length > 0) {
    await awardBatch(deps, userIds, month, results);
    userIds = await listEligibleUsers(deps.db, userIds.at(-1) ?? null, BATCH_SIZE);
  }
  return { success: true, message: `${results.awarded} users received their drops for ${month}.`, results };
}

async function awardBatch(
  deps: WalletDeps,
  userIds: readonly string[],
  month: string,
  results: AwardRun['results'],
): Promise<void> {
  const keyOf = (userId: string) => monthlyKey(userId, month);
  const known = await listKnownKeys(deps.db, userIds.map(keyOf));
  const open = userIds.filter((userId) => !known.has(keyOf(userId)));
  results.already += userIds.length - open.length;
  if (open.length === 0) return;
  const posting = await postingOf(deps, open, month);
  const posted = await deps.db.transaction().execute(async (tx) => {
    const rows = await postAll(deps, tx, open.map(posting), 'skip');
    const awards = rows.map((row) => dropsAwarded(row, 'monthly_recurring'));
    await notify(deps, tx, awards);
    return rows;
  });
  results.awarded += posted.length;
  const done = new Set(posted.map(({ user_id }) => user_id));
  for (const userId of open.filter((id) => !done.has(id))) await awardOne(deps, posting(userId), results);
}

/** Awards a user that the batch omitted: the profile was locked, the balance too high, or the drops just awarded. */
async function awardOne(deps: WalletDeps, posting: Posting, results: AwardRun['results']): Promise<void> {
  try {
    const { outcome } = await deps.db.transaction().execute(async (tx) => {
      const result = await postToLedger(deps, tx, posting);
      if (result.outcome === 'posted') await notify(deps, tx, [dropsAwarded(result.transaction, 'monthly_recurring')]);
      return result;
    });
    if (outcome === 'posted') results.awarded += 1;
    else if (outcome === 'already-posted') results.already += 1;
    else if (outcome !== 'user-not-found') describeFailure(results, posting.userId, 'the balance is at its maximum');
  } catch (error) {
    deps.log.error(
      { event: 'monthly-award.failed', err: error, user_id: posting.userId },
      'monthly drops could not be awarded',
    );
    describeFailure(results, posting.userId, 'the drops could not be stored; the next run tries again');
  }
}

function describeFailure(results: AwardRun['results'], userId: string, problem: string): void {
  results.failed += 1;
  collectErrors(results.errors, `${userId}: ${problem}.`);
}

/** The posting of each of these users for the month, by their current subscriptions. */
async function postingOf(
  deps: WalletDeps,
  userIds: readonly string[],
  month: string,
): Promise<(userId: string) => Posting> {
  const subscribers = await deps.listActiveSubscribers(userIds);
  return (userId) => ({
    userId,
    type: 'monthly_recurring',
    amount: monthlyAmount(subscribers.has(userId)),
    transactionKey: monthlyKey(userId, month),
    description: `Drops for ${month}`,
  });
}
