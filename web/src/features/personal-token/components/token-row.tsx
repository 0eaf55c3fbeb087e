import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Status } from '../../../shared/ui/status.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { PersonalToken } from '../api/queries.ts';
import { useRevokeToken } from '../api/tokens.ts';
import { useScopeNames } from '../use-scope-names.ts';
import classes from './rows.module.css';
import { TokenName } from './token-name.tsx';

/** A token: what it permits, when it was used, and when it ends. */
export function TokenRow({ token }: { token: PersonalToken }) {
  const t = useTranslations('personal-token');
  const format = useFormatter();
  const now = useNow();
  const namesOf = useScopeNames();
  const [isRenaming, setIsRenaming] = useState(false);
  const { id, name, prefix, scopes, is_expired: isExpired, expires_at: expiresAt, last_used_at: lastUsedAt } = token;
  const date = format.dateTime(new Date(expiresAt), { dateStyle: 'medium' });
  const used =
    lastUsedAt === null ? t('neverUsed') : t('used', { ago: format.relativeTime(new Date(lastUsedAt), now) });
  return (
    <Cluster as="li" gap={4} rows={2} align="start" className={classes.row}>
      {isRenaming ? (
        <TokenName id={id} name={name} onDone={() => setIsRenaming(false)} />
      ) : (
        <>
          <Stack gap={1} fits breaks className={classes.facts}>
            <Cluster as="h2" gap={2} rows={1} align="center" weight={600}>
              <span dir="auto">{name}</span>
              {isExpired && (
                <Status kind="quiet" icon="clock">
                  {t('expired')}
                </Status>
              )}
            </Cluster>
            <Text size="sm">{namesOf(scopes)}</Text>
            <Cluster as="p" gap="icon" rows={0} tone="quiet" size="sm" className={classes.when}>
              <span>{`${prefix}…`}</span>
              <span>{used}</span>
              <span>{t(isExpired ? 'ended' : 'ends', { date })}</span>
            </Cluster>
          </Stack>
          <div className={classes.actions}>
            <Button variant="subtle" aria-label={t('renameOf', { name })} onClick={() => setIsRenaming(true)}>
              {t('rename')}
            </Button>
            <RevokeButton token={token} />
          </div>
        </>
      )}
    </Cluster>
  );
}

/** An expired token opens nothing any more, so it goes without a question. */
function RevokeButton({ token: { id, name, is_expired: isExpired } }: { token: PersonalToken }) {
  const t = useTranslations('personal-token');
  const revoke = useRevokeToken(id);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        aria-label={t(isExpired ? 'removeOf' : 'revokeOf', { name })}
        loading={revoke.isPending}
        onClick={() => (isExpired ? revoke.mutate() : setIsAsking(true))}
      >
        {t(isExpired ? 'remove' : 'revoke')}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t('revokeTitle', { name })}
        text={t('revokeText')}
        action={t('revoke')}
        isPending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
