import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Logo } from '../../shared/art/logo.tsx';
import { Icon } from '../../shared/icons/icon.tsx';
import { Face } from '../../shared/ui/face.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { Text } from '../../shared/ui/text.tsx';
import { SCREEN_GROUPS, type Unread, unreadOf } from './screens.ts';
import classes from './side-bar.module.css';
import { UnreadBadge } from './unread-badge.tsx';

type SideBarProps = { user: { full_name: string; avatar_url: string | null; role: string }; unread: Unread };

export function SideBar({ user, unread }: SideBarProps) {
  const t = useTranslations('app');
  return (
    <aside className={classes.side}>
      <Link to="/today" className={classes.brand}>
        <Logo />
        <span>meadow</span>
      </Link>
      <ButtonLink to="/journal/new" className={classes.write} leftSection={<Icon name="pencil" size={20} />}>
        {t('write')}
      </ButtonLink>
      <nav aria-label={t('screens')}>
        {SCREEN_GROUPS.map(({ title, screens }) => (
          <div key={title} className={classes.group}>
            {title !== 'start' && <p className={classes.title}>{t(title)}</p>}
            {screens.map(({ to, icon, label }) => (
              <Link key={to} to={to} className={classes.link}>
                <Icon name={icon} size={20} />
                {t(label)}
                <UnreadBadge count={unreadOf(unread, to)} />
              </Link>
            ))}
          </div>
        ))}
        {user.role === 'super_admin' && (
          <Link to="/admin" className={classes.link}>
            <Icon name="shield" size={20} />
            {t('administration')}
          </Link>
        )}
      </nav>
      <div id="side-extra" />
      <Link to="/me" className={classes.user}>
        <Face name={user.full_name} url={user.avatar_url} size={44} />
        <Text as="span" fits breaks dir="auto">
          {user.full_name}
          <span className={classes.me}>{t('me')}</span>
        </Text>
      </Link>
    </aside>
  );
}
