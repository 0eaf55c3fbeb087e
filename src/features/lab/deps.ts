import type { NotificationDeps } from '#features/notification';
import type { CalculatorName } from './calculator/calculator.schema.ts';
import type { Ranking } from './optimizer/optimizer.rules.ts';

export type LabDeps = NotificationDeps & {
  /** The ranking of a calculator, which is always the same. */
  rankings: (calculator: CalculatorName) => Promise<Ranking>;
};
