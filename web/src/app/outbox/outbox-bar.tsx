import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Icon } from '../../shared/icons/icon.tsx';
import { Box } from '../../shared/ui/box.tsx';
import { Row } from '../../shared/ui/row.tsx';
import { Muted, Text } from '../../shared/ui/text.tsx';
import { probe, useConnection } from '../connection/connection.ts';
import { localDatabase } from '../local/database.ts';
import { useCachedSince } from '../local/shown-cached.ts';
import { useLive } from '../local/use-live.ts';
import classes from './outbox-bar.module.css';
import { useOutbox } from './outbox-provider.tsx';
import { needsUser, waitingOf, waitsSince } from './waiting.rules.ts';
import { WaitingList } from './waiting-list.tsx';

const LIST_ID = 'waiting-list';

/** Says that the server cannot be reached, and what waits to be sent. Absent when all is well. */
export function OutboxBar({ userId }: { userId: string }) {
  const t = useTranslations('app');
  const { isOnline } = useConnection();
  const outbox = useOutbox();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const items = useLive(useCallback(() => localDatabase(userId).outbox.toArray(), [userId]));
  const waiting = waitingOf(items ?? []);
  const isUrgent = needsUser(waiting);
  // While the server can be reached, writes leave within a moment: no bar for that.
  const cachedSince = useCachedSince();
  const hasFailed = isOnline && cachedSince !== null;
  const isShown = !isOnline || isUrgent || hasFailed || waiting.some(({ first }) => first.tries > 0);
  const since = waitsSince(waiting, Date.now());
  const tryNow = async () => {
    if (await probe()) await outbox.flush();
  };

  return (
    <div role="status" aria-label={t('connection')}>
      {isShown && (
        <section className={classes.bar} data-urgent={isUrgent} aria-label={t('connection')}>
          <Row gap={3} className={classes.head}>
            <Icon name={isUrgent || hasFailed ? 'alert' : isOnline ? 'clock' : 'offline'} size={20} />
            <Box grows>
              {hasFailed && waiting.length === 0 ? (
                <ServerFailed cachedSince={cachedSince} />
              ) : (
                <>
                  <Text weight={600}>{t(isOnline ? 'waiting' : 'offline', { count: waiting.length })}</Text>
                  <Muted className={classes.hint}>
                    {isOnline || waiting.length > 0 || isUrgent ? t(hintOf(isOnline, isUrgent)) : <WhatCanBeDone />}
                  </Muted>
                </>
              )}
            </Box>
            {hasFailed && (
              <Button variant="subtle" onClick={() => void queryClient.invalidateQueries()}>
                {t('retry')}
              </Button>
            )}
            {waiting.length > 0 && (
              <Button
                variant="subtle"
                aria-expanded={isOpen}
                aria-controls={LIST_ID}
                onClick={() => setIsOpen(!isOpen)}
              >
                {t(isOpen ? 'hideWaiting' : 'showWaiting')}
              </Button>
            )}
          </Row>
          {isOpen && waiting.length > 0 && (
            <div id={LIST_ID} className={classes.list}>
              <WaitingList waiting={waiting} since={since} onTryNow={tryNow} />
            </div>
          )}
        </section>
      )}
    </div>
  );
}

function hintOf(isOnline: boolean, isUrgent: boolean) {
  if (isUrgent) return 'waitingUrgent';
  return isOnline ? 'waitingRetry' : 'offlineKept';
}

/** Without a connection: the way to what works. */
function WhatCanBeDone() {
  const t = useTranslations('app');
  return t.rich('offlineRead', {
    journal: (text) => <Link to="/journal">{text}</Link>,
    write: (text) => <Link to="/journal/new">{text}</Link>,
  });
}

function ServerFailed({ cachedSince }: { cachedSince: number }) {
  const t = useTranslations('app');
  const format = useFormatter();
  return (
    <>
      <Text weight={600}>{t('serverFailed')}</Text>
      <Muted className={classes.hint}>
        {t('serverFailedText', { time: format.relativeTime(cachedSince, new Date()) })}
      </Muted>
    </>
  );
}
