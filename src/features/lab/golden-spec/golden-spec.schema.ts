import Type, { type Static } from 'typebox';
import { CalculatorName, Outputs } from '../calculator/calculator.schema.ts';
import { OptimalInputs } from '../template/template.schema.ts';

export const GoldenSpec = Type.Object(
  {
    calculator: CalculatorName,
    optimal_inputs: OptimalInputs,
    calculator_outputs: Type.Object({ outputs: Outputs }),
  },
  { title: 'GoldenSpec' },
);
export type GoldenSpec = Static<typeof GoldenSpec>;
