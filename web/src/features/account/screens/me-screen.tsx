import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { meQuery } from '../../../app/session/queries.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { PathLink } from '../../../shared/ui/path-link.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { MenuList } from '../components/menu-list.tsx';
import { parentOf } from '../menu.ts';
import classes from './me-screen.module.css';

type MeScreenProps = {
  pane: ReactNode;
  isPaneOpen: boolean;
  /** Messages of the chat. */
  unread: number;
  signOut: ReactNode;
};

/** All settings, and beside them, at a desk, the chosen one. On a phone one of both. */
export function MeScreen({ pane, isPaneOpen, unread, signOut }: MeScreenProps) {
  const t = useTranslations('account');
  const { data: me } = useSuspenseQuery(meQuery);
  const { profile } = me;
  const parent = useLocation({ select: ({ pathname }) => parentOf(pathname) });
  const Title = isPaneOpen ? 'p' : 'h1';
  return (
    <div className={classes.screen} data-pane-open={isPaneOpen}>
      <section className={classes.list}>
        <Row as="header" gap={4} className={classes.header}>
          <Face name={profile.full_name} url={profile.avatar_url} size={56} />
          <Box fits breaks>
            <Title className={classes.name} tabIndex={-1} dir="auto" data-title={t('title')}>
              {profile.full_name}
            </Title>
            {profile.email !== null && <Muted>{profile.email}</Muted>}
          </Box>
        </Row>
        <MenuList unread={unread} />
        <div className={classes.leave}>{signOut}</div>
      </section>
      <section className={classes.pane}>
        <PathLink path={parent?.path ?? '/me'} className={classes.back}>
          <Icon name="chevron-left" size={20} />
          {parent === undefined ? t('title') : t(`menu.${parent.label}`)}
        </PathLink>
        {pane}
      </section>
    </div>
  );
}
