import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const Purchase = Type.Object(
  {
    id: Uuid,
    pack_id: Uuid,
    user_id: Uuid,
    price_drops: Type.Integer(),
    transaction_id: Nullable(Uuid),
    created_at: Timestamp,
  },
  { title: 'TonePackPurchase' },
);
export type Purchase = Static<typeof Purchase>;

export const PurchaseBody = Type.Object(
  {
    purchase: Purchase,
    balance: Type.Integer({ description: 'Your balance after the purchase.' }),
  },
  { title: 'TonePackPurchaseBody' },
);
export type PurchaseBody = Static<typeof PurchaseBody>;

export const PurchaseOrder = Type.Object(
  {
    expected_price: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The request fails if the price is another one.' }),
    ),
  },
  { title: 'TonePackOrder', default: {} },
);
export type PurchaseOrder = Static<typeof PurchaseOrder>;

export const purchaseErrors = declareErrors({
  ownPack: {
    status: 400,
    code: 'tone-pack.own-pack',
    message: 'You own this pack. Use it with POST /api/tone-packs/:id/activate.',
  },
  alreadyPurchased: {
    status: 400,
    code: 'tone-pack.already-purchased',
    message: 'You have already bought this pack. You were not charged again.',
  },
  notForSale: {
    status: 400,
    code: 'tone-pack.not-for-sale',
    message:
      'This pack is private and cannot be bought. It is shared with you: use it with POST /api/tone-packs/:id/activate.',
  },
  priceChanged: {
    status: 400,
    code: 'tone-pack.price-changed',
    message: 'The price has changed, so nothing was bought. Read the pack again and send its price as expected_price.',
  },
  tooFewDrops: {
    status: 400,
    code: 'tone-pack.too-few-drops',
    message: 'You do not have enough drops for this pack. See GET /api/drops/balance.',
  },
});
