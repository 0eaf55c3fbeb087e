import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Timestamp, Uuid } from '../../platform/http/shapes.ts';

const TransactionType = Type.Enum(['signup_bonus', 'monthly_recurring', 'purchase', 'refund', 'admin_adjustment'], {
  title: 'DropTransactionType',
});
export type TransactionType = Static<typeof TransactionType>;

export const Transaction = Type.Object(
  {
    id: Uuid,
    type: TransactionType,
    amount: Type.Integer({ description: 'What came in, or below zero what went out.' }),
    balance_after: Type.Integer(),
    description: Type.String(),
    created_at: Timestamp,
  },
  { title: 'DropTransaction' },
);
export type Transaction = Static<typeof Transaction>;

export const BalanceBody = Type.Object({ balance: Type.Integer() }, { title: 'DropBalance' });
export const TransactionList = listSchema('transactions', Transaction);

export const walletErrors = declareErrors({
  balanceTooLow: {
    status: 400,
    code: 'wallet.balance-too-low',
    message: 'There are not so many drops. A balance is never below zero: take fewer.',
  },
  balanceTooHigh: {
    status: 400,
    code: 'wallet.balance-too-high',
    message: 'A balance is at most 2147483647 drops. Spend some, or give fewer.',
  },
  personNotFound: {
    status: 404,
    code: 'wallet.person-not-found',
    message: 'Nobody has this id. Look it up in GET /api/admin/users.',
  },
});
