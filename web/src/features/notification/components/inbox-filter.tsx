import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import classes from './inbox-filter.module.css';

/** All notifications, or the unread ones. */
export function InboxFilter({ onlyUnread }: { onlyUnread: boolean }) {
  const t = useTranslations('notification');
  return (
    <nav className={classes.filter} aria-label={t('show')}>
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
    </nav>
  );
}
