import Type, { type Static } from 'typebox';
import { Outputs } from '../calculator/output.schema.ts';
import { CalculatorName } from '../optimizer/optimizer.schema.ts';
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
