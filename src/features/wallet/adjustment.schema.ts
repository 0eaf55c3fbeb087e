import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Uuid } from '../../platform/http/shapes.ts';
import { Transaction } from './ledger.schema.ts';

/** A row of the ledger, as super admins see it. */
export const LedgerRow = Type.Object(
  {
    ...Transaction.properties,
    user_id: Nullable(Uuid),
    delta: Type.Integer({ description: 'The amount.' }),
    reason: Type.String({ description: 'The description.' }),
    source: Type.String({ description: 'What the drops moved for; it is in the ledger once, ever.' }),
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
      description: 'Drops to give, or below zero to take; not 0.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'The person reads it.' }),
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
    message: 'Only purchases are refunded. For anything else, give or take drops with POST /api/admin/users/:id/drops.',
  },
  alreadyRefunded: {
    status: 400,
    code: 'wallet.already-refunded',
    message: 'This purchase has been refunded before. There is nothing left to do.',
  },
  buyerGone: {
    status: 400,
    code: 'wallet.buyer-gone',
    message: 'Whoever bought this is not here any more, so nobody can get the drops back.',
  },
});
