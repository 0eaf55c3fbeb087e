import { MeadowError } from '@meadow/client';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { formatWait } from '../problem.rules.ts';
import { useRemaining } from '../use-remaining.ts';

/** Until when the server wants no further try, in milliseconds. Null if it does not say. */
export function useWait(error: unknown): { problem: string | null; remaining: number } {
  const problemOf = useProblem();
  const until = useMemo(() => {
    const seconds = error instanceof MeadowError ? error.retryAfterSeconds : undefined;
    return seconds === undefined ? null : Date.now() + seconds * 1_000;
  }, [error]);
  return { problem: problemOf(error), remaining: useRemaining(until) };
}

/** What went wrong, and when to try again. The clock is not read out each second. */
export function WaitProblem({ problem, remaining }: ReturnType<typeof useWait>) {
  const t = useTranslations('sign-in.mail');
  return (
    <>
      <FormProblem message={problem} />
      {remaining > 0 && <p>{t('tryAgainIn', { wait: formatWait(remaining) })}</p>}
    </>
  );
}
