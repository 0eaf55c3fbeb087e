import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../shared/icons/icon.tsx';
import { SCREENS, type Unread, unreadOf } from './screens.ts';
import classes from './tab-bar.module.css';
import { UnreadBadge } from './unread-badge.tsx';

const BEFORE_WRITE: readonly string[] = ['/today', '/journal'];
const AFTER_WRITE: readonly string[] = ['/inbox', '/me'];

export function TabBar({ unread }: { unread: Unread }) {
  const t = useTranslations('app');
  return (
    <nav className={classes.tabs} aria-label={t('screens')}>
      <Tabs paths={BEFORE_WRITE} unread={unread} />
      <Link to="/journal/new" className={classes.write} aria-label={t('write')}>
        <Icon name="plus" />
      </Link>
      <Tabs paths={AFTER_WRITE} unread={unread} />
    </nav>
  );
}

function Tabs({ paths, unread }: { paths: readonly string[]; unread: Unread }) {
  const t = useTranslations('app');
  return SCREENS.filter(({ to }) => paths.includes(to)).map(({ to, icon, label }) => (
    <Link key={to} to={to} className={classes.tab}>
      <span className={classes.icon}>
        <Icon name={icon} />
        {/* The chat is in the list of Me. */}
        <UnreadBadge count={unreadOf(unread, to === '/me' ? '/chat' : to)} />
      </span>
      {t(label)}
    </Link>
  ));
}
