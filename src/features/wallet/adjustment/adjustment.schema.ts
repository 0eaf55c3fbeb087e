import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Uuid } from '#platform/http/shapes.ts';
import { LedgerFields } from '../ledger/ledger.schema.ts';

/** A ledger row in responses to super admins. */
export const LedgerRow = Type.Object(
  {
    ...LedgerFields,
    user_id: Nullable(Uuid),
    delta: Type.Integer({ description: 'The amount.' }),
    reason: Type.String({ description: 'The description.' }),
    source: Type.String({ description: 'The transaction key. The ledger contains each key at most once.' }),
  },
  { title: 'DropLedgerEntry' },
);
export type LedgerRow = Static<typeof LedgerRow>;

export const LedgerRowBody = Type.Object({ transaction: LedgerRow }, { title: 'DropLedgerEntryBody' });
export const LedgerRowList = listSchema('transactions', LedgerRow);

const MAX_ADJUSTMENT = 1_000_000;

export const Adjustment = Type.Object(
  {
    delta: Type.Integer({
      minimum: -MAX_ADJUSTMENT,
      maximum: MAX_ADJUSTMENT,
      not: { const: 0 },
      description: 'Drops to add, or a negative number to remove; not 0.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'The user can read it.' }),
  },
  { title: 'DropAdjustment' },
);
export type Adjustment = Static<typeof Adjustment>;

export const refundErrors = declareErrors({
  transactionNotFound: {
    status: 404,
    code: 'wallet.transaction-not-found',
    message: 'No transaction has this id. See GET /api/admin/users/:id/drops.',
  },
  notAPurchase: {
    status: 400,
    code: 'wallet.not-a-purchase',
    message:
      'Only purchases can be refunded. For other transactions, adjust the balance with POST /api/admin/users/:id/drops.',
  },
  alreadyRefunded: {
    status: 400,
    code: 'wallet.already-refunded',
    message: 'This purchase is already refunded.',
  },
  buyerGone: {
    status: 400,
    code: 'wallet.buyer-gone',
    message: 'The buyer of this purchase was deleted, so it cannot be refunded.',
  },
});
