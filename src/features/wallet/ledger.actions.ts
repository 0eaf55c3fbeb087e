import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { Ids } from '../../platform/ids.ts';
import { MAX_BALANCE, SIGNUP_BONUS, signupKey } from './ledger.rules.ts';
import { type Transaction, type TransactionType, walletErrors } from './ledger.schema.ts';
import {
  claimTransactions,
  findBalance,
  findTransactionOfKey,
  listTransactionsOf,
  type NewTransaction,
  type TransactionRow,
} from './ledger.store.ts';

export type LedgerDeps = { clock: Clock; ids: Ids };
export type BalanceDeps = { db: Db };

/** Drops for somebody, or from them where the amount is below zero; never none. */
export type Posting = {
  userId: string;
  type: TransactionType;
  amount: number;
  /** What it is for, in at most 200 characters. In the ledger it is there once, ever. */
  reasonKey: string;
  /** What the person reads about it, 1 to 1,000 characters. */
  description: string;
};

/** What came of a posting. Only `posted` has changed anything; `already-posted` gives what had been written before. */
export type PostingOutcome =
  | { outcome: 'posted'; transaction: TransactionRow }
  | { outcome: 'already-posted'; transaction: TransactionRow }
  | { outcome: 'too-poor' }
  | { outcome: 'too-rich' }
  | { outcome: 'nobody' };

/**
 * Moves drops, once for each reason key: a repeated call is free, from wherever and at the same time, too, and a balance never
 * leaves its range. Holds the person's profile until the transaction ends; whoever posts for several people in one does so in
 * the order of their ids. Throws where the key is in the ledger for somebody or something else.
 */
export async function postToLedger(deps: LedgerDeps, tx: Tx, posting: Posting): Promise<PostingOutcome> {
  const { userId, type, amount, reasonKey } = posting;
  const [transaction] = await postAll(deps, tx, [posting]);
  if (transaction !== undefined) return { outcome: 'posted', transaction };
  const earlier = await findTransactionOfKey(tx, reasonKey);
  if (earlier !== undefined) {
    const isAnothers = earlier.user_id !== null && earlier.user_id !== userId;
    if (isAnothers || earlier.type !== type) throw new Error('A key of the ledger was used for two different things.');
    return { outcome: 'already-posted', transaction: earlier };
  }
  if ((await findBalance(tx, userId)) === undefined) return { outcome: 'nobody' };
  return { outcome: amount < 0 ? 'too-poor' : 'too-rich' };
}

/**
 * As `postToLedger`, for different people in one statement. Returns what was posted. With `skip`, people whom another
 * transaction holds are left out; otherwise they are waited for.
 */
export async function postAll(
  deps: LedgerDeps,
  tx: Tx,
  postings: readonly Posting[],
  held: 'wait' | 'skip' = 'wait',
): Promise<TransactionRow[]> {
  const transactions = postings.map((posting): NewTransaction => ({ ...posting, id: deps.ids.next() }));
  return claimTransactions(tx, transactions, { largestBalance: MAX_BALANCE, held, now: deps.clock.now() });
}

/** The bonus of people who are new, in the transaction that makes their profiles; who has had it gets nothing. */
export async function grantSignupBonus(deps: LedgerDeps, tx: Tx, userIds: readonly string[]): Promise<void> {
  const bonus = { type: 'signup_bonus', amount: SIGNUP_BONUS, description: 'Signup bonus' } as const;
  await postAll(
    deps,
    tx,
    userIds.map((userId) => ({ ...bonus, userId, reasonKey: signupKey(userId) })),
  );
}

/** How many drops the actor has. */
export async function readBalance(deps: BalanceDeps, actor: Actor): Promise<number> {
  return balanceOf(deps.db, actor.userId);
}

/** What came in and went out, newest first. */
export async function listTransactions(
  deps: BalanceDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ transactions: Transaction[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listTransactionsOf(deps.db, actor.userId, after, limit + 1), limit);
  return { transactions: page.rows.map(viewOfTransaction), next_cursor: writeCursor(page.next) };
}

/** Throws `wallet.person-not-found`. */
export async function balanceOf(db: Db | Tx, userId: string): Promise<number> {
  const balance = await findBalance(db, userId);
  if (balance === undefined) throw walletErrors.personNotFound();
  return balance;
}

/** A transaction as the person sees it whose it is. */
export function viewOfTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    type: row.type,
    amount: row.amount,
    balance_after: row.balance_after,
    description: row.description,
    created_at: row.created_at.toISOString(),
  };
}
