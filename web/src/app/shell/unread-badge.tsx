import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './unread-badge.module.css';

const MAX_SHOWN = 99;

/** How much is unread, beside the name of its screen. Nothing for none. */
export function UnreadBadge({ count }: { count: number }) {
  const t = useTranslations('app');
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <VisuallyHidden>{t('unread', { count })}</VisuallyHidden>
    </span>
  );
}
