import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { devicesQuery } from '../api/queries.ts';
import { useSignOutDevice, useSignOutOthers } from '../api/security.ts';
import { Done } from './done.tsx';
import classes from './security-card.module.css';
import { SecurityCard } from './security-card.tsx';

const MAX_SHOWN = 10;

/** The devices that are signed in, with their last use. */
export function DevicesCard() {
  const t = useTranslations('sign-in.security');
  const format = useFormatter();
  const now = useNow();
  const { data } = useSuspenseQuery(devicesQuery);
  const signOut = useSignOutDevice();
  const signOutOthers = useSignOutOthers();
  const [isAsking, setIsAsking] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const sessions = [...data.sessions].sort((one, other) => Number(other.is_current) - Number(one.is_current));
  const shown = isWhole ? sessions : sessions.slice(0, MAX_SHOWN);
  const others = sessions.length - 1;
  return (
    <SecurityCard id="devices" icon="phone" title={t('devices')} text={t('devicesText')}>
      <Stack as="ul">
        {shown.map(({ id, device, is_current: isCurrent, last_used_at: lastUsedAt, created_at: createdAt }) => (
          <Cluster as="li" key={id} gap={3} rows={2} align="center" className={classes.row}>
            <div className={classes.facts}>
              <Cluster as="p" gap={2} align="center" weight={600}>
                <span dir="auto">{device === '' ? t('unknownDevice') : device}</span>
                {isCurrent && (
                  <Text as="span" tone="accent" size="xs" weight={600} className={classes.here}>
                    {t('thisDevice')}
                  </Text>
                )}
              </Cluster>
              <Muted>
                {t('lastUsed', {
                  ago: format.relativeTime(new Date(lastUsedAt), now),
                  date: format.dateTime(new Date(createdAt), { dateStyle: 'medium' }),
                })}
              </Muted>
            </div>
            {!isCurrent && (
              <Button
                variant="subtle"
                aria-label={t('signOutOf', { device: device === '' ? t('unknownDevice') : device })}
                loading={signOut.isPending && signOut.variables === id}
                onClick={() => signOut.mutate(id)}
              >
                {t('signOut')}
              </Button>
            )}
          </Cluster>
        ))}
      </Stack>
      <Done text={signOutOthers.isSuccess ? t('othersSignedOut') : signOut.isSuccess ? t('deviceSignedOut') : null} />
      <Problem error={signOut.error ?? signOutOthers.error} />
      <Cluster gap={3} className={classes.actions}>
        {shown.length < sessions.length && (
          <Button variant="outline" onClick={() => setIsWhole(true)}>
            {t('more', { count: sessions.length - shown.length })}
          </Button>
        )}
        {others > 0 && (
          <Button variant="outline" loading={signOutOthers.isPending} onClick={() => setIsAsking(true)}>
            {t('signOutOthers')}
          </Button>
        )}
      </Cluster>
      <Confirm
        isOpen={isAsking}
        title={t('signOutOthersTitle', { count: others })}
        text={t('signOutOthersText')}
        action={t('signOutOthers')}
        onConfirm={() => {
          setIsAsking(false);
          signOutOthers.mutate(undefined);
        }}
        onClose={() => setIsAsking(false)}
      />
    </SecurityCard>
  );
}
