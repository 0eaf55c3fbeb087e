import Type, { type Static } from 'typebox';

/** Larger numbers measure nothing, and their squares would not be finite. */
export const Quantity = Type.Number({ minimum: -1e100, maximum: 1e100 });

export const Output = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 100 }),
    value: Quantity,
    unit: Type.String({ maxLength: 30, description: 'Empty where it has none.' }),
  },
  { title: 'LabOutput' },
);
export type Output = Static<typeof Output>;

export const Outputs = Type.Array(Output, { minItems: 1, maxItems: 50 });
