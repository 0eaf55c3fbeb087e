import Type, { type Static } from 'typebox';
import { CalculatorName, Output } from '../calculator/calculator.schema.ts';

export const MAX_RESULTS = 100;
export const DEFAULT_RESULTS = 10;

export const OptimizationRequest = Type.Object(
  {
    calculator: CalculatorName,
    top_n: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_RESULTS, description: `Defaults to ${DEFAULT_RESULTS}.` }),
    ),
  },
  { title: 'OptimizationRequest' },
);
export type OptimizationRequest = Static<typeof OptimizationRequest>;

const RankedCombination = Type.Object(
  {
    inputs: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), Type.Number(), {
      description: 'Values by name. A name ends in its unit.',
    }),
    outputs: Type.Array(Output),
    score: Type.Number({ description: 'The value of the first output, which is the objective.' }),
  },
  { title: 'RankedCombination' },
);
export type RankedCombination = Static<typeof RankedCombination>;

export const Optimization = Type.Object(
  {
    calculator: CalculatorName,
    objective: Type.String(),
    evaluated: Type.Integer({ description: 'The number of combinations of inputs that were tried.' }),
    results: Type.Array(RankedCombination, { description: 'Best first.' }),
  },
  { title: 'Optimization' },
);
export type Optimization = Static<typeof Optimization>;
