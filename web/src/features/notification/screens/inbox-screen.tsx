import { Button } from '@mantine/core';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { ButtonLink, IconLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { useMarkAllRead } from '../api/changes.ts';
import { inboxQuery } from '../api/queries.ts';
import { InboxFilter } from '../components/inbox-filter.tsx';
import { NotificationList } from '../components/notification-list.tsx';
import classes from './inbox-screen.module.css';

export function InboxScreen({ onlyUnread, unread }: { onlyUnread: boolean; unread: number }) {
  const t = useTranslations('notification');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, error } = useSuspenseInfiniteQuery(
    inboxQuery(onlyUnread),
  );
  const markAllRead = useMarkAllRead();

  function readAll({ currentTarget }: MouseEvent<HTMLElement>) {
    markAllRead.mutate();
    // The button goes. The title is beside the words that nothing is unread.
    currentTarget.closest('main')?.querySelector('h1')?.focus();
  }

  const notifications = data.pages.flatMap((page) => page.notifications);
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t('title')} text={t('unread', { count: unread })}>
        <IconLink to="/me/notifications" aria-label={t('settings')}>
          <Icon name="settings" />
        </IconLink>
      </ScreenHeader>
      <Cluster gap={2} align="center" justify="between" className={classes.bar}>
        <InboxFilter onlyUnread={onlyUnread} />
        {unread > 0 && (
          <Button variant="subtle" className={classes.all} onClick={readAll}>
            {t('markAllRead')}
          </Button>
        )}
      </Cluster>
      <Problem error={markAllRead.error} />
      {notifications.length === 0 ? (
        <Empty onlyUnread={onlyUnread} />
      ) : (
        <NotificationList notifications={notifications} />
      )}
      <Problem error={error} />
      {hasNextPage ? (
        <Button variant="outline" fullWidth loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('more')}
        </Button>
      ) : (
        notifications.length > 0 && <p className={classes.end}>{t('end')}</p>
      )}
    </div>
  );
}

function Empty({ onlyUnread }: { onlyUnread: boolean }) {
  const t = useTranslations('notification');
  return onlyUnread ? (
    <Notice icon="check" title={t('emptyUnread')} text={t('emptyUnreadText')}>
      <ButtonLink to="/inbox" variant="outline">
        {t('showAll')}
      </ButtonLink>
    </Notice>
  ) : (
    <Notice icon="bell" title={t('empty')} text={t('emptyText')}>
      <ButtonLink to="/me/notifications" variant="outline">
        {t('settings')}
      </ButtonLink>
    </Notice>
  );
}
