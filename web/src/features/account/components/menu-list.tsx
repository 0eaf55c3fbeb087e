import { useTranslations } from 'use-intl';
import { UnreadBadge } from '../../../app/shell/unread-badge.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import { PathLink, useHasRoute } from '../../../shared/ui/path-link.tsx';
import { useProfile } from '../api/profile.ts';
import { menuOf, PHONE_SCREENS } from '../menu.ts';
import classes from './menu-list.module.css';

/** The list of all settings, and of the screens that a phone has only here; `unread` are messages of the chat. The whole screen on a phone, beside the chosen one at a desk. */
export function MenuList({ unread }: { unread: number }) {
  const t = useTranslations('account');
  const { role } = useProfile();
  return (
    <nav className={classes.menu} aria-label={t('settings')}>
      <Group title={t('groups.keep')} items={PHONE_SCREENS} unread={unread} onlyPhone />
      {menuOf(role).map(({ title, items }) => (
        <Group key={title} title={t(`groups.${title}`)} items={items} />
      ))}
    </nav>
  );
}

type GroupProps = { title: string; items: typeof PHONE_SCREENS; unread?: number; onlyPhone?: boolean };

function Group({ title, items, unread = 0, onlyPhone = false }: GroupProps) {
  const t = useTranslations('account');
  const hasRoute = useHasRoute();
  const known = items.filter(({ path }) => hasRoute(path));
  if (known.length === 0) return null;
  return (
    <section className={classes.group} data-only-phone={onlyPhone}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.items}>
        {known.map(({ path, icon, label }) => (
          <li key={path}>
            <PathLink path={path} className={classes.item}>
              <Icon name={icon} size={20} />
              <span className={classes.label}>{t(`menu.${label}`)}</span>
              {path === '/chat' && <UnreadBadge count={unread} />}
              <span className={classes.arrow}>
                <Icon name="chevron-right" size={16} />
              </span>
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
