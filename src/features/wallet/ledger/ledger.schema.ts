import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const TransactionType = Type.Enum(['signup_bonus', 'monthly_recurring', 'purchase', 'refund', 'admin_adjustment'], {
  title: 'DropTransactionType',
});
export type TransactionType = Static<typeof TransactionType>;

/** A row of the ledger. */
export const LedgerFields = {
  id: Uuid,
  type: TransactionType,
  amount: Type.Integer({ description: 'Positive for a credit, negative for a debit.' }),
  balance_after: Type.Integer(),
  description: Type.String(),
  created_at: Timestamp,
};

const PackOfTransaction = Type.Object({ id: Uuid, name: Type.String() }, { title: 'TonePackName' });

export const Transaction = Type.Object(
  { ...LedgerFields, pack: Nullable(PackOfTransaction, { description: 'The tone pack that was bought.' }) },
  { title: 'DropTransaction' },
);
export type Transaction = Static<typeof Transaction>;

export const BalanceBody = Type.Object({ balance: Type.Integer() }, { title: 'DropBalance' });
export const TransactionList = listSchema('transactions', Transaction);

export const walletErrors = declareErrors({
  balanceTooLow: {
    status: 400,
    code: 'wallet.balance-too-low',
    message: 'The balance is too low: it cannot become negative. Take fewer drops.',
  },
  balanceTooHigh: {
    status: 400,
    code: 'wallet.balance-too-high',
    message: 'The balance cannot exceed 2147483647 drops. Spend some, or give fewer.',
  },
  userNotFound: {
    status: 404,
    code: 'wallet.user-not-found',
    message: 'No user has this id. List users with GET /api/admin/users.',
  },
});
