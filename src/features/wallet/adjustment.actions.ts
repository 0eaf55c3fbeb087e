import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { startOf } from '../../platform/text/text.ts';
import { recordAudit } from '../account/index.ts';
import { type Adjustment, type LedgerRow, refundErrors } from './adjustment.schema.ts';
import { balanceOf, type LedgerDeps, postToLedger, viewOfTransaction } from './ledger.actions.ts';
import { adjustmentKey, refundKey } from './ledger.rules.ts';
import { walletErrors } from './ledger.schema.ts';
import { findTransaction, listTransactionsOf, type TransactionRow } from './ledger.store.ts';

export type AdjustmentDeps = LedgerDeps & { db: Db };

const MAX_DESCRIPTION_LENGTH = 1_000;

/** What came in and went out of anybody's, newest first; that it was read is written down. Throws `wallet.person-not-found`. */
export async function listLedgerOf(
  deps: AdjustmentDeps,
  actor: Actor,
  userId: string,
  query: PageQuery,
): Promise<{ transactions: LedgerRow[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  await balanceOf(deps.db, userId);
  const page = toPage(await listTransactionsOf(deps.db, userId, after, limit + 1), limit);
  await recordAudit(deps, deps.db, actor, { action: 'wallet.read', subjectType: 'profile', subjectIds: [userId] });
  return { transactions: page.rows.map(viewOfLedgerRow), next_cursor: writeCursor(page.next) };
}

/** Gives or takes drops. Throws `wallet.person-not-found`, `wallet.balance-too-low` or `wallet.balance-too-high`. */
export async function adjustBalance(
  deps: AdjustmentDeps,
  actor: Actor,
  userId: string,
  { delta, reason }: Adjustment,
): Promise<LedgerRow> {
  return deps.db.transaction().execute(async (tx) => {
    const posted = await postToLedger(deps, tx, {
      userId,
      type: 'admin_adjustment',
      amount: delta,
      reasonKey: adjustmentKey(deps.ids.next()),
      description: reason,
    });
    if (posted.outcome === 'nobody') throw walletErrors.personNotFound();
    if (posted.outcome === 'too-poor') throw walletErrors.balanceTooLow();
    if (posted.outcome === 'too-rich') throw walletErrors.balanceTooHigh();
    const { transaction } = posted;
    const details = { delta, transaction_id: transaction.id };
    const deed = { action: 'wallet.adjust', subjectType: 'profile', subjectIds: [userId], details };
    await recordAudit(deps, tx, actor, deed);
    return viewOfLedgerRow(transaction);
  });
}

/**
 * Gives back what a purchase cost, once; what it bought is left to whoever sold it. Throws `wallet.transaction-not-found`,
 * `wallet.not-a-purchase`, `wallet.already-refunded`, `wallet.buyer-gone` or `wallet.balance-too-high`.
 */
export async function refundPurchase(deps: AdjustmentDeps, actor: Actor, id: string): Promise<LedgerRow> {
  return deps.db.transaction().execute(async (tx) => {
    const purchase = await findTransaction(tx, id);
    if (purchase === undefined) throw refundErrors.transactionNotFound();
    const { type, amount, user_id: userId } = purchase;
    if (type !== 'purchase') throw refundErrors.notAPurchase();
    if (userId === null) throw refundErrors.buyerGone();
    const posted = await postToLedger(deps, tx, {
      userId,
      type: 'refund',
      amount: -amount,
      reasonKey: refundKey(purchase.id),
      description: startOf(`Refund: ${purchase.description}`, MAX_DESCRIPTION_LENGTH),
    });
    if (posted.outcome === 'already-posted') throw refundErrors.alreadyRefunded();
    if (posted.outcome === 'nobody') throw refundErrors.buyerGone();
    if (posted.outcome !== 'posted') throw walletErrors.balanceTooHigh();
    const { transaction } = posted;
    const details = { purchase_id: purchase.id, transaction_id: transaction.id };
    const deed = { action: 'wallet.refund', subjectType: 'profile', subjectIds: [userId], details };
    await recordAudit(deps, tx, actor, deed);
    return viewOfLedgerRow(transaction);
  });
}

function viewOfLedgerRow(row: TransactionRow): LedgerRow {
  return {
    ...viewOfTransaction(row),
    user_id: row.user_id,
    delta: row.amount,
    reason: row.description,
    source: row.reason_key,
  };
}
