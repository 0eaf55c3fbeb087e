import Type, { type Static } from 'typebox';
import { Nullable } from '#platform/http/shapes.ts';

const Price = Type.Object(
  {
    id: Type.String({ description: 'The `priceId` of a checkout session.' }),
    product_name: Nullable(Type.String()),
    amount: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          'In the smallest unit of the currency, such as cents. null without one whole amount, such as for a tiered price.',
      }),
    ),
    currency: Type.String({ description: 'The ISO 4217 code in lower case, such as `eur`.' }),
    interval: Nullable(
      Type.String({ description: '`day`, `week`, `month` or `year`; null for a price that is paid once.' }),
    ),
    interval_count: Nullable(Type.Integer({ minimum: 1, description: 'Intervals between two payments.' })),
  },
  { title: 'Price' },
);
export type Price = Static<typeof Price>;

export const PriceList = Type.Object({ prices: Type.Array(Price) }, { title: 'PriceList' });
export type PriceList = Static<typeof PriceList>;
