import { useFormatter, useNow, useTranslations } from 'use-intl';
import type { PersonalToken } from '../api/queries.ts';
import { useScopeNames } from '../use-scope-names.ts';
import rows from './rows.module.css';

/** What tokens permit, and when each was used last. */
export function TokenUses({ tokens }: { tokens: readonly PersonalToken[] }) {
  return (
    <ul>
      {tokens.map((token) => (
        <TokenUse key={token.id} token={token} />
      ))}
    </ul>
  );
}

function TokenUse({ token: { name, scopes, last_used_at: lastUsedAt } }: { token: PersonalToken }) {
  const t = useTranslations('personal-token');
  const format = useFormatter();
  const now = useNow();
  const namesOf = useScopeNames();
  return (
    <li className={rows.row}>
      <div className={rows.facts}>
        <p className={rows.name} dir="auto">
          {name}
        </p>
        <p className={rows.what}>{namesOf(scopes)}</p>
        <p className={rows.when}>
          {lastUsedAt === null ? t('neverUsed') : t('used', { ago: format.relativeTime(new Date(lastUsedAt), now) })}
        </p>
      </div>
    </li>
  );
}
