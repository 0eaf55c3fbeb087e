import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Logo } from '../../../shared/art/logo.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import classes from './admin-frame.module.css';

const AREAS = [
  { to: '/admin/setup', label: 'setup' },
  { to: '/admin/health', label: 'health' },
] as const;

/**
 * The frame around the screens of super admins. It needs no data, so that the state of the server can be seen while the
 * database does not respond.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('operations');
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <Link to="/today" className={classes.brand} aria-label={t('toMeadow')}>
          <Icon name="chevron-left" size={20} />
          <Logo size={26} />
        </Link>
        <Row as="nav" gap={1} align="stretch" aria-label={t('areas')}>
          {AREAS.map(({ to, label }) => (
            <Link key={to} to={to} className={classes.area}>
              {t(label)}
            </Link>
          ))}
        </Row>
        <Row as="a" href="/docs" justify="end" tone="accent" weight={600} className={classes.docs}>
          {t('docs')}
        </Row>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}
