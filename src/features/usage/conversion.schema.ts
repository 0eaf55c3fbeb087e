import Type, { type Static } from 'typebox';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const ConversionRate = Type.Object(
  {
    id: Uuid,
    tokens_per_drop: Type.Number(),
    effective_at: Timestamp,
    created_by: Type.Union([Uuid, Type.Null()], { description: 'null if the user was deleted.' }),
    created_at: Timestamp,
  },
  { title: 'ConversionRate' },
);
export type ConversionRate = Static<typeof ConversionRate>;

export const ConversionRateBody = Type.Object({ rate: ConversionRate }, { title: 'ConversionRateBody' });

export const ConversionRates = Type.Object(
  {
    current: Nullable(ConversionRate),
    ...listSchema('history', ConversionRate).properties,
  },
  { title: 'ConversionRates' },
);
export type ConversionRates = Static<typeof ConversionRates>;

export const NewConversionRate = Type.Object(
  {
    tokens_per_drop: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000_000 }),
  },
  { title: 'NewConversionRate' },
);
export type NewConversionRate = Static<typeof NewConversionRate>;
