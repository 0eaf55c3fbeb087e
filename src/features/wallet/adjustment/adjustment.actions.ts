import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { notify } from '#features/notification';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import { startOf } from '#platform/text/text.ts';
import { dropsAwarded } from '../award.template.ts';
import type { WalletDeps } from '../deps.ts';
import { balanceOf, postToLedger, viewOfTransaction } from '../ledger/ledger.actions.ts';
import { adjustmentKey, refundKey } from '../ledger/ledger.rules.ts';
import { walletErrors } from '../ledger/ledger.schema.ts';
import { findTransaction, listTransactionsOf, type TransactionRow } from '../ledger/ledger.store.ts';
import { type Adjustment, type LedgerRow, refundErrors } from './adjustment.schema.ts';

const MAX_DESCRIPTION_LENGTH = 1_000;

/** A page of a user's transactions, newest first. Records an audit event. */
export async function listLedgerOf(
  deps: WalletDeps,
  actor: Actor,
  userId: string,
  query: PageQuery,
): Promise<{ transactions: LedgerRow[]; next_cursor: string | null }> {
  await balanceOf(deps.db, userId);
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listTransactionsOf(deps.db, userId, after, limit),
  );
  await recordAudit(deps, deps.db, actor, { action: 'wallet.read', subjectType: 'profile', subjectIds: [userId] });
  return { transactions: rows.map(viewOfLedgerRow), next_cursor };
}

/** Credits or debits drops and records an audit event. */
export async function adjustBalance(
  deps: WalletDeps,
  actor: Actor,
  userId: string,
  { delta, reason }: Adjustment,
): Promise<LedgerRow> {
  return deps.db.transaction().execute(async (tx) => {
    const posted = await postToLedger(deps, tx, {
      userId,
      type: 'admin_adjustment',
      amount: delta,
      transactionKey: adjustmentKey(deps.ids.next()),
      description: reason,
    });
    if (posted.outcome === 'user-not-found') throw walletErrors.userNotFound();
    if (posted.outcome === 'balance-too-low') throw walletErrors.balanceTooLow();
    if (posted.outcome === 'balance-too-high') throw walletErrors.balanceTooHigh();
    const { transaction } = posted;
    if (delta > 0) await notify(deps, tx, [dropsAwarded(transaction, 'admin_adjustment')]);
    const details = { delta, transaction_id: transaction.id };
    const event = { action: 'wallet.adjust', subjectType: 'profile', subjectIds: [userId], details };
    await recordAudit(deps, tx, actor, event);
    return viewOfLedgerRow(transaction);
  });
}

/** Refunds a purchase once, in full, and records an audit event. The buyer keeps the purchased item. */
export async function refundPurchase(deps: WalletDeps, actor: Actor, id: string): Promise<LedgerRow> {
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
      transactionKey: refundKey(purchase.id),
      description: startOf(`Refund: ${purchase.description}`, MAX_DESCRIPTION_LENGTH),
    });
    if (posted.outcome === 'already-posted') throw refundErrors.alreadyRefunded();
    if (posted.outcome === 'user-not-found') throw refundErrors.buyerGone();
    if (posted.outcome !== 'posted') throw walletErrors.balanceTooHigh();
    const { transaction } = posted;
    await notify(deps, tx, [dropsAwarded(transaction, 'refund')]);
    const details = { purchase_id: purchase.id, transaction_id: transaction.id };
    const event = { action: 'wallet.refund', subjectType: 'profile', subjectIds: [userId], details };
    await recordAudit(deps, tx, actor, event);
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
