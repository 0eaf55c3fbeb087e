import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { PathLink, useHasRoute } from '../../../shared/ui/path-link.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { MENU } from '../menu.ts';
import classes from './menu-list.module.css';

/** The list of all settings. The whole screen on a phone, beside the chosen one at a desk. */
export function MenuList() {
  const t = useTranslations('account');
  return (
    <Stack as="nav" gap={5} aria-label={t('settings')}>
      {MENU.map(({ title, items }) => (
        <Group key={title} title={t(`groups.${title}`)} items={items} />
      ))}
    </Stack>
  );
}

type GroupProps = { title: string; items: (typeof MENU)[number]['items'] };

function Group({ title, items }: GroupProps) {
  const t = useTranslations('account');
  const hasRoute = useHasRoute();
  const known = items.filter(({ path }) => hasRoute(path));
  if (known.length === 0) return null;
  return (
    <section>
      <Muted as="h2" weight={600} className={classes.title}>
        {title}
      </Muted>
      <List surface="list" className={classes.items}>
        {known.map(({ path, icon, label }) => (
          <li key={path}>
            <PathLink path={path} className={classes.item}>
              <Icon name={icon} size={20} />
              <Text as="span" grows tone="ink" weight={500} className={classes.label}>
                {t(`menu.${label}`)}
              </Text>
              <span className={classes.arrow}>
                <Icon name="chevron-right" size={16} />
              </span>
            </PathLink>
          </li>
        ))}
      </List>
    </section>
  );
}
