import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../shared/icons/icon.tsx';
import { SCREENS, type Unread, unreadOf } from './screens.ts';
import classes from './tab-bar.module.css';
import { UnreadBadge } from './unread-badge.tsx';

const [TODAY, JOURNAL, INBOX] = SCREENS.filter(({ group }) => group === 'start');
const ME = { to: '/me', icon: 'person', label: 'me' } as const;

export function TabBar({ unread }: { unread: Unread }) {
  const t = useTranslations('app');
  return (
    <nav className={classes.tabs} aria-label={t('screens')}>
      <Tabs tabs={[TODAY, JOURNAL]} unread={unread} />
      <Link to="/journal/new" className={classes.write} aria-label={t('write')}>
        <Icon name="plus" />
      </Link>
      <Tabs tabs={[INBOX, ME]} unread={unread} />
    </nav>
  );
}

type Tab = (typeof SCREENS)[number] | typeof ME;

function Tabs({ tabs, unread }: { tabs: readonly (Tab | undefined)[]; unread: Unread }) {
  const t = useTranslations('app');
  return tabs
    .filter((tab) => tab !== undefined)
    .map(({ to, icon, label }) => (
      <Link key={to} to={to} className={classes.tab}>
        <span className={classes.icon}>
          <Icon name={icon} />
          {/* The chat is in Me. */}
          <UnreadBadge count={unreadOf(unread, to === '/me' ? '/chat' : to)} />
        </span>
        {t(label)}
      </Link>
    ));
}
