import { FormProblem } from './form-problem.tsx';
import { useProblem } from './use-problem.ts';

type ProblemProps = {
  error: unknown;
  /** With room above and below, where no form or stack gives it. */
  isSpaced?: boolean;
};

/** What went wrong, read out at once. Takes no room without an error. */
export function Problem({ error, isSpaced = false }: ProblemProps) {
  const problemOf = useProblem();
  return <FormProblem message={problemOf(error)} isSpaced={isSpaced} />;
}
