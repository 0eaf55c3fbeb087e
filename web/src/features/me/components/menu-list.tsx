import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { PathLink, useHasRoute } from '../../../shared/ui/path-link.tsx';
import { MENU, PHONE_SCREENS } from '../menu.ts';
import classes from './menu-list.module.css';

/** The list of all settings: the whole screen on a phone, beside the chosen one at a desk. */
export function MenuList() {
  const t = useTranslations('me');
  return (
    <nav className={classes.menu} aria-label={t('settings')}>
      <Group title={t('groups.keep')} items={PHONE_SCREENS} onlyPhone />
      {MENU.map(({ title, items }) => (
        <Group key={title} title={t(`groups.${title}`)} items={items} />
      ))}
    </nav>
  );
}

type GroupProps = { title: string; items: typeof PHONE_SCREENS; onlyPhone?: boolean };

function Group({ title, items, onlyPhone = false }: GroupProps) {
  const t = useTranslations('me');
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
