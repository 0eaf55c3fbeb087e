import { useFormatter, useTranslations } from 'use-intl';
import { sortScopes, type TokenScope } from './scopes.rules.ts';

/** Returns what scopes permit, in words. */
export function useScopeNames(): (scopes: readonly TokenScope[]) => string {
  const t = useTranslations('personal-token.scopes');
  const format = useFormatter();
  return (scopes) =>
    format.list(
      sortScopes(scopes).map((scope) => t(`${scope}.name`)),
      { type: 'unit' },
    );
}
