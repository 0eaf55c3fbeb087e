import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';

/** Larger numbers measure nothing. */
export const Quantity = Type.Number({
  minimum: -1e100,
  maximum: 1e100,
  description: '0, or at least 1e-100 away from it.',
});

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

export const outputErrors = declareErrors({
  numberTooSmall: {
    status: 400,
    code: 'lab.number-too-small',
    message: 'A number is 0, or at least 1e-100 away from it. Send 0, or the number in a smaller unit.',
  },
});
