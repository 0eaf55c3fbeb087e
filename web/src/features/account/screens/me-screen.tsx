import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { meQuery } from '../../../app/session/queries.ts';
import type { Unread } from '../../../app/shell/screens.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { PathLink } from '../../../shared/ui/path-link.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { MenuList } from '../components/menu-list.tsx';
import { PlaceTiles } from '../components/place-tiles.tsx';
import { parentOf } from '../menu.ts';
import classes from './me-screen.module.css';

type MeScreenProps = {
  /** What a phone shows: the places of Meadow, the list of settings, or one of these. */
  view: 'places' | 'settings' | 'pane';
  pane: ReactNode;
  unread: Unread;
  signOut: ReactNode;
};

/** On a phone all places of Meadow, and the settings behind them. At a desk, which has the places in its side bar, the settings. */
export function MeScreen({ view, pane, unread, signOut }: MeScreenProps) {
  const t = useTranslations('account');
  const { data: me } = useSuspenseQuery(meQuery);
  const { profile } = me;
  const parent = useLocation({ select: ({ pathname }) => parentOf(pathname) });
  const Title = view === 'places' ? 'h1' : 'p';
  return (
    <div className={classes.screen} data-view={view}>
      <section className={classes.list}>
        <Row as="header" gap={4} className={classes.header}>
          <Face name={profile.full_name} url={profile.avatar_url} size={56} />
          <Box grows fits breaks>
            <Title className={classes.name} tabIndex={-1} dir="auto" data-title={t('title')}>
              {profile.full_name}
            </Title>
            {profile.email !== null && <Muted>{profile.email}</Muted>}
          </Box>
          <IconLink to="/me/settings" className={classes.settings} aria-label={t('settings')}>
            <Icon name="settings" />
          </IconLink>
        </Row>
        <div className={classes.places}>
          <PlaceTiles unread={unread} isAdmin={profile.role === 'super_admin'} />
        </div>
        <div className={classes.menu}>
          {view === 'settings' && (
            <div>
              <Back path="/me" name={t('title')} />
              <ScreenHeader title={t('settings')} />
            </div>
          )}
          <MenuList />
        </div>
        <div className={classes.leave}>{signOut}</div>
      </section>
      <section className={classes.pane}>
        <Back
          path={parent?.path ?? '/me/settings'}
          name={parent === undefined ? t('settings') : t(`menu.${parent.label}`)}
        />
        {pane}
      </section>
    </div>
  );
}

function Back({ path, name }: { path: string; name: string }) {
  return (
    <PathLink path={path} className={classes.back}>
      <Icon name="chevron-left" size={20} />
      {name}
    </PathLink>
  );
}
