import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import classes from './more-screens.module.css';

const MORE = [
  { to: '/goals', icon: 'flag', label: 'goals' },
  { to: '/wellbeing', icon: 'moon', label: 'wellbeing' },
  { to: '/assistant', icon: 'sprout', label: 'assistant' },
  { to: '/music', icon: 'note', label: 'music' },
] as const;

/** The screens that the tab bar of a phone has no room for. At a desk they are in the side bar. */
export function MoreScreens() {
  const t = useTranslations('app');
  const today = useTranslations('today');
  return (
    <nav className={classes.more} aria-label={today('more')}>
      {MORE.map(({ to, icon, label }) => (
        <Link key={to} to={to} className={classes.link}>
          <Icon name={icon} size={20} />
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
