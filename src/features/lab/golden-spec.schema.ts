import Type, { type Static } from 'typebox';
import { CalculatorName } from './optimizer.schema.ts';
import { Outputs } from './output.schema.ts';
import { OptimalInputs } from './template.schema.ts';

export const GoldenSpec = Type.Object(
  {
    calculator: CalculatorName,
    optimal_inputs: OptimalInputs,
    calculator_outputs: Type.Object({ outputs: Outputs }),
  },
  { title: 'GoldenSpec' },
);
export type GoldenSpec = Static<typeof GoldenSpec>;
