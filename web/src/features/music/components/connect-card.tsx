import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useConnectMusic } from '../api/account.ts';
import classes from './connect-card.module.css';

/** Connects an account, or connects it again after the music service has ended the consent. */
export function ConnectCard({ isExpired }: { isExpired: boolean }) {
  const t = useTranslations('music');
  const connect = useConnectMusic();
  return (
    <div className={classes.card}>
      <Notice
        icon={isExpired ? 'retry' : 'note'}
        title={t(isExpired ? 'expired' : 'connectTitle')}
        text={t(isExpired ? 'expiredText' : 'connectText')}
      >
        <Button size="lg" loading={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
          {t(isExpired ? 'connectAgain' : 'connect')}
        </Button>
        <Problem error={connect.error} />
      </Notice>
      {!isExpired && (
        <Stack as="ul" gap={2} ruled={4} tone="quiet" className={classes.facts}>
          <li>{t('factRead')}</li>
          <li>{t('factLink')}</li>
          <li>{t('factStop')}</li>
        </Stack>
      )}
    </div>
  );
}
