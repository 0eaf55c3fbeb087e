import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { Logo } from '../../../shared/art/logo.tsx';
import { MosaicArt } from '../../../shared/art/mosaic-art.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import classes from './welcome-layout.module.css';

type WelcomeLayoutProps = {
  title: string;
  text?: ReactNode;
  /** Says below the field what Meadow is, for those who see it for the first time. */
  isFirst?: boolean;
  children?: ReactNode;
};

/** The screens before sign-in: the field of people, and one form. */
export function WelcomeLayout({ title, text, isFirst = false, children }: WelcomeLayoutProps) {
  const t = useTranslations('sign-in.welcome');
  return (
    <div className={classes.page} data-first={isFirst || undefined}>
      <div className={classes.field} data-surface="night">
        <MosaicArt label={t('mosaicLabel')} />
      </div>
      <main className={classes.main}>
        <Link to="/" className={classes.brand}>
          <Logo size={36} />
          <span>meadow</span>
        </Link>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {text !== undefined && <div className={classes.text}>{text}</div>}
        {children}
      </main>
      <aside className={classes.words} data-surface="night" aria-label={t('aboutLabel')}>
        <p className={classes.claim}>{t(hasPlace('checkIn') ? 'claim' : 'claimJournal')}</p>
        {isFirst && (
          <Stack as="ul" gap={3} tone="quiet" className={classes.points}>
            <li>{t('pointDiary')}</li>
            <li>{t('pointSharing')}</li>
            <li>{t(hasPlace('checkIn') ? 'pointWindow' : 'pointGoals')}</li>
          </Stack>
        )}
      </aside>
    </div>
  );
}
