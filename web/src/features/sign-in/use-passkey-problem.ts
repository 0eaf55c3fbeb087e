import { MeadowError } from '@meadow/client';
import { useTranslations } from 'use-intl';
import { useProblem } from '../../shared/problem/use-problem.ts';

/** What went wrong with a passkey: at the server, or in the browser, whose errors name no reason that helps. */
export function usePasskeyProblem(error: unknown): string | null {
  const t = useTranslations('sign-in.passkeyProblems');
  const problemOf = useProblem();
  if (error === null || error instanceof MeadowError || error instanceof TypeError) return problemOf(error);
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('known');
  if (name === 'SecurityError') return t('foreign');
  return t('cancelled');
}
