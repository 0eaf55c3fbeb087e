import { Link, Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../shared/ui/lazy-part.ts';
import { NewVersion } from '../worker/new-version.tsx';
import type { Unread } from './screens.ts';
import classes from './shell.module.css';
import { SideBar } from './side-bar.tsx';
import { TabBar } from './tab-bar.tsx';

type ShellProps = {
  user: { id: string; full_name: string; avatar_url: string | null; role: string };
  unread: Unread;
  /** What concerns every screen, above it. */
  banner?: ReactNode;
};

/** Loaded after the first paint, with the local database. */
const OutboxBar = lazyPart(async () => (await import('../outbox/outbox-bar.tsx')).OutboxBar);

/** The frame around each screen of a signed-in user: a side bar at a desk, a tab bar on a phone. */
export function Shell({ user, unread, banner }: ShellProps) {
  const t = useTranslations('app');
  return (
    <div className={classes.shell} data-unread-count={unread['/inbox'] + unread['/chat']}>
      <Link to="." hash="main" className={classes.skip}>
        {t('skip')}
      </Link>
      <SideBar user={user} unread={unread} />
      <main id="main" className={classes.main}>
        <Suspense fallback={null}>
          <OutboxBar userId={user.id} />
        </Suspense>
        <NewVersion />
        {banner}
        <Outlet />
      </main>
      <TabBar unread={unread} />
    </div>
  );
}
