import Type, { type Static } from 'typebox';
import { Output } from '../calculator/output.schema.ts';

export const CalculatorName = Type.Enum(['resonance', 'coil', 'impedance', 'electrolysis', 'pulsed_dc', 'plasma'], {
  title: 'LabCalculator',
});
export type CalculatorName = Static<typeof CalculatorName>;

/** So many of the best combinations can be asked for. */
export const MAX_RESULTS = 100;

export const OptimizerQuestion = Type.Object(
  {
    calculator: CalculatorName,
    top_n: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RESULTS, description: '10 where not given.' })),
  },
  { title: 'OptimizationRequest' },
);
export type OptimizerQuestion = Static<typeof OptimizerQuestion>;

const RankedCombination = Type.Object(
  {
    inputs: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), Type.Number(), {
      description: 'By their names, which end in their units.',
    }),
    outputs: Type.Array(Output),
    score: Type.Number({ description: 'The value of the first output, which is the objective.' }),
  },
  { title: 'RankedCombination' },
);
export type RankedCombination = Static<typeof RankedCombination>;

export const OptimizerAnswer = Type.Object(
  {
    calculator: CalculatorName,
    objective: Type.String(),
    evaluated: Type.Integer({ description: 'How many combinations of inputs were tried.' }),
    results: Type.Array(RankedCombination, { description: 'The best ones first.' }),
  },
  { title: 'Optimization' },
);
export type OptimizerAnswer = Static<typeof OptimizerAnswer>;
