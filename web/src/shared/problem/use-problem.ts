import { MeadowError } from '@meadow/client';
import { useTranslations } from 'use-intl';
import { isConnectionError } from './connection-error.ts';

/** Returns the sentence for an error: in the user's language where the catalog knows its code, else of the server. Null without an error. */
export function useProblem(): (error: unknown) => string | null {
  const t = useTranslations('problem');
  return (error) => {
    if (error === null || error === undefined) return null;
    if (!(error instanceof MeadowError)) return t(isConnectionError(error) ? 'unreachable' : 'unexpected');
    // Checked by `has`. A dot would name a catalog within the catalog.
    const key = error.code.replaceAll('.', '_') as 'unreachable';
    return t.has(key) ? t(key) : error.message;
  };
}
