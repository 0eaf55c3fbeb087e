import type { Actor } from '#access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { WalletDeps } from '../deps.ts';
import { MAX_BALANCE, SIGNUP_BONUS, signupKey } from './ledger.rules.ts';
import { type Transaction, type TransactionType, walletErrors } from './ledger.schema.ts';
import {
  claimTransactions,
  findBalance,
  findTransactionByKey,
  listTransactionsOf,
  type NewTransaction,
  type TransactionRow,
} from './ledger.store.ts';

/** A change of a user's balance: `amount` is negative to debit, and never 0. */
export type Posting = {
  userId: string;
  type: TransactionType;
  amount: number;
  /** Identifies the reason, at most 200 characters. The ledger contains each key at most once. */
  transactionKey: string;
  /** The text that the user reads, 1 to 1,000 characters. */
  description: string;
};

/** Only `posted` changes anything. `already-posted` has the earlier transaction of the same key. */
export type PostingOutcome =
  | { outcome: 'posted'; transaction: TransactionRow }
  | { outcome: 'already-posted'; transaction: TransactionRow }
  | { outcome: 'balance-too-low' }
  | { outcome: 'balance-too-high' }
  | { outcome: 'user-not-found' };

/**
 * Posts a change of a balance once for each transaction key, and keeps the balance within its range. Locks the user's profile;
 * a transaction that posts for several users does it in the order of their ids.
 *
 * Throws if the ledger has the key with another user or type.
 */
export async function postToLedger(
  deps: Pick<WalletDeps, 'clock' | 'ids'>,
  tx: Tx,
  posting: Posting,
): Promise<PostingOutcome> {
  const { userId, type, amount, transactionKey } = posting;
  const [transaction] = await postAll(deps, tx, [posting]);
  if (transaction !== undefined) return { outcome: 'posted', transaction };
  const earlier = await findTransactionByKey(tx, transactionKey);
  if (earlier !== undefined) {
    const isOfOtherUser = earlier.user_id !== null && earlier.user_id !== userId;
    if (isOfOtherUser || earlier.type !== type)
      throw new Error('A transaction key was used for two different postings.');
    return { outcome: 'already-posted', transaction: earlier };
  }
  if ((await findBalance(tx, userId)) === undefined) return { outcome: 'user-not-found' };
  return { outcome: amount < 0 ? 'balance-too-low' : 'balance-too-high' };
}

/**
 * Posts for different users in one statement, like `postToLedger`. Returns the new transactions. `skip` omits users whose
 * profile another transaction has locked; `wait` waits for them.
 */
export async function postAll(
  deps: Pick<WalletDeps, 'clock' | 'ids'>,
  tx: Tx,
  postings: readonly Posting[],
  locked: 'wait' | 'skip' = 'wait',
): Promise<TransactionRow[]> {
  const transactions = postings.map((posting): NewTransaction => ({ ...posting, id: deps.ids.next() }));
  return claimTransactions(tx, transactions, { maxBalance: MAX_BALANCE, locked, now: deps.clock.now() });
}

/** Posts the signup bonus in the transaction that creates the profiles. Users who already had it get nothing. */
export async function grantSignupBonus(
  deps: Pick<WalletDeps, 'clock' | 'ids'>,
  tx: Tx,
  userIds: readonly string[],
): Promise<void> {
  const bonus = { type: 'signup_bonus', amount: SIGNUP_BONUS, description: 'Signup bonus' } as const;
  await postAll(
    deps,
    tx,
    userIds.map((userId) => ({ ...bonus, userId, transactionKey: signupKey(userId) })),
  );
}

/** The actor's balance. */
export async function readBalance(deps: Pick<WalletDeps, 'db'>, actor: Actor): Promise<number> {
  return balanceOf(deps.db, actor.userId);
}

/** A page of the actor's transactions, newest first. */
export async function listTransactions(
  deps: WalletDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ transactions: Transaction[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listTransactionsOf(deps.db, actor.userId, after, limit),
  );
  const purchases = rows.filter(({ type }) => type === 'purchase').map(({ id }) => id);
  const packs = purchases.length === 0 ? null : await deps.listPacksOfTransactions(purchases);
  return {
    transactions: rows.map((row) => ({ ...viewOfTransaction(row), pack: packs?.get(row.id) ?? null })),
    next_cursor,
  };
}

export async function balanceOf(db: Db | Tx, userId: string): Promise<number> {
  const balance = await findBalance(db, userId);
  if (balance === undefined) throw walletErrors.userNotFound();
  return balance;
}

/** The view of a transaction for its user. */
export function viewOfTransaction(row: TransactionRow): Omit<Transaction, 'pack'> {
  return {
    id: row.id,
    type: row.type,
    amount: row.amount,
    balance_after: row.balance_after,
    description: row.description,
    created_at: row.created_at.toISOString(),
  };
}
