import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { SCREEN_GROUPS, type Unread, unreadOf } from '../../../app/shell/screens.ts';
import { UnreadBadge } from '../../../app/shell/unread-badge.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { IconName } from '../../../shared/icons/icon-shapes.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import classes from './place-tiles.module.css';

type PlaceTilesProps = { unread: Unread; isAdmin: boolean };

/** All places of Meadow that the tab bar of a phone has no room for, one tap each. */
export function PlaceTiles({ unread, isAdmin }: PlaceTilesProps) {
  const t = useTranslations('account');
  const app = useTranslations('app');
  return (
    <Stack as="nav" gap={6} aria-label={t('places')}>
      {SCREEN_GROUPS.filter(({ title }) => title !== 'start').map(({ title, screens }) => (
        <section key={title}>
          <Muted as="h2" weight={600} className={classes.title}>
            {app(title as Exclude<typeof title, 'start'>)}
          </Muted>
          <ul className={classes.tiles}>
            {screens.map(({ to, icon, label }) => (
              <li key={to}>
                <Link to={to} className={classes.tile}>
                  <Icon name={icon} />
                  {app(label)}
                  <UnreadBadge count={unreadOf(unread, to)} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <Muted as="h2" weight={600} className={classes.title}>
          {t('groups.meadow')}
        </Muted>
        <List surface="list">
          <li>
            <RowLink to="/me/settings" icon="settings" title={t('settings')} text={t('settingsText')} />
          </li>
          {isAdmin && (
            <li>
              <RowLink to="/admin" icon="shield" title={app('administration')} />
            </li>
          )}
        </List>
      </section>
    </Stack>
  );
}

type RowLinkProps = { to: '/me/settings' | '/admin'; icon: IconName; title: string; text?: string };

function RowLink({ to, icon, title, text }: RowLinkProps) {
  return (
    <Link to={to} className={classes.row}>
      <Icon name={icon} size={20} />
      <Stack as="span" grows fits>
        <Text as="span" tone="ink" weight={500}>
          {title}
        </Text>
        {text !== undefined && <Muted as="span">{text}</Muted>}
      </Stack>
      <span className={classes.arrow}>
        <Icon name="chevron-right" size={16} />
      </span>
    </Link>
  );
}
