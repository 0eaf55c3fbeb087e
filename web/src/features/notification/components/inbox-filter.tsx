import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Cluster } from '../../../shared/ui/row.tsx';
import classes from './inbox-filter.module.css';

/** All notifications, or the unread ones. */
export function InboxFilter({ onlyUnread }: { onlyUnread: boolean }) {
  const t = useTranslations('notification');
  return (
    <Cluster as="nav" gap={2} aria-label={t('show')}>
      {[false, true].map((unread) => (
        <Link
          key={String(unread)}
          to="/inbox"
          search={unread ? { unread } : {}}
          replace
          className={classes.pill}
          activeOptions={{ exact: true }}
          aria-current={unread === onlyUnread ? 'page' : undefined}
        >
          <span>{t(unread ? 'onlyUnread' : 'all')}</span>
        </Link>
      ))}
    </Cluster>
  );
}
