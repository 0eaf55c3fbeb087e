import { MeadowError } from '@meadow/client';
import { useTranslations } from 'use-intl';
import { isConnectionError } from './connection-error.ts';

/** Returns the sentence for an error: in the user's language where the catalog knows its code, else of the server. Null without an error. */
export function useProblem(): (error: unknown) => string | null {
  const t = useTranslations('problem');
  const sentenceFor = useSentence();
  return (error) => {
    if (error === null || error === undefined) return null;
    if (!(error instanceof MeadowError)) return t(isConnectionError(error) ? 'unreachable' : 'unexpected');
    return sentenceFor(error.code, error.message);
  };
}

/** Returns the sentence for the code of an error in the user's language, or another one where the catalog does not know the code. */
export function useSentence(): (code: string | null, otherwise: string) => string {
  const t = useTranslations('problem');
  return (code, otherwise) => {
    // Checked by `has`. A dot would name a catalog within the catalog.
    const key = (code ?? '').replaceAll('.', '_') as 'unreachable';
    return code !== null && t.has(key) ? t(key) : otherwise;
  };
}
