import { useFormatter, useNow, useTranslations } from 'use-intl';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
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
    <Cluster as="li" gap={4} rows={2} align="start" className={rows.row}>
      <Stack gap={1} fits breaks className={rows.facts}>
        <Cluster as="p" gap={2} rows={1} align="center" weight={600} dir="auto">
          {name}
        </Cluster>
        <Text size="sm">{namesOf(scopes)}</Text>
        <Cluster as="p" gap="icon" rows={0} tone="quiet" size="sm" className={rows.when}>
          {lastUsedAt === null ? t('neverUsed') : t('used', { ago: format.relativeTime(new Date(lastUsedAt), now) })}
        </Cluster>
      </Stack>
    </Cluster>
  );
}
