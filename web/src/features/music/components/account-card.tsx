import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useDisconnectMusic, useSyncMusic } from '../api/account.ts';
import type { MusicAccount } from '../api/queries.ts';
import classes from './account-card.module.css';

/** The connected account: since when, when it was last asked, and how to end it. */
export function AccountCard({ account }: { account: MusicAccount }) {
  const t = useTranslations('music');
  const format = useFormatter();
  const [isAsking, setIsAsking] = useState(false);
  const sync = useSyncMusic();
  const disconnect = useDisconnectMusic();
  const moment = (instant: string) =>
    format.dateTime(new Date(instant), { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' });
  return (
    <Cluster as="section" gap={3} align="center" surface="card" flat aria-label={t('account')}>
      <Box fits tone="quiet" breaks className={classes.words}>
        <Text as="h2" tone="ink" weight={600}>
          {t(account.needs_reauth ? 'wasConnectedAs' : 'connectedAs', { name: account.provider_user_id })}
        </Text>
        <p>
          {account.last_synced_at === null ? t('neverSynced') : t('lastSync', { time: moment(account.last_synced_at) })}
        </p>
      </Box>
      <Cluster gap={2}>
        {!account.needs_reauth && (
          <Button
            variant="outline"
            leftSection={<Icon name="retry" size={20} />}
            loading={sync.isPending}
            onClick={() => sync.mutate()}
          >
            {t('sync')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => setIsAsking(true)}>
          {t('disconnect')}
        </Button>
      </Cluster>
      <p className={classes.result} role="status">
        {sync.data !== undefined && t('synced', { plays: sync.data.new_plays, entries: sync.data.linked_entries })}
      </p>
      <Problem error={sync.error} />
      <Confirm
        isOpen={isAsking}
        title={t('disconnectTitle', { name: account.provider_user_id })}
        text={t('disconnectText')}
        action={t('disconnect')}
        isPending={disconnect.isPending}
        error={disconnect.error}
        onConfirm={() => disconnect.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </Cluster>
  );
}
