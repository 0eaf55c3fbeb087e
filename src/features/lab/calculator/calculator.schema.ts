import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';

export const CalculatorName = Type.Enum(['resonance', 'coil', 'impedance', 'electrolysis', 'pulsed_dc', 'plasma'], {
  title: 'LabCalculator',
});
export type CalculatorName = Static<typeof CalculatorName>;

/** The limits are far beyond what can be measured. */
export const Quantity = Type.Number({
  minimum: -1e100,
  maximum: 1e100,
  description: '0, or an absolute value of at least 1e-100.',
});

export const Output = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 100 }),
    value: Quantity,
    unit: Type.String({ maxLength: 30, description: 'Empty if the value has no unit.' }),
  },
  { title: 'LabOutput' },
);
export type Output = Static<typeof Output>;

export const Outputs = Type.Array(Output, { minItems: 1, maxItems: 50 });

export const outputErrors = declareErrors({
  numberTooSmall: {
    status: 400,
    code: 'lab.number-too-small',
    message: 'A number must be 0 or have an absolute value of at least 1e-100. Send 0, or use a smaller unit.',
  },
});
