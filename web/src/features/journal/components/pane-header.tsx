import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import classes from './pane-header.module.css';

/** The head of a screen beside the timeline, with the way back on a phone. */
export function PaneHeader({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  const t = useTranslations('journal');
  return (
    <div className={classes.head}>
      <IconLink to="/journal" className={classes.back} aria-label={t('back')}>
        <Icon name="chevron-left" />
      </IconLink>
      <div className={classes.title}>
        <ScreenHeader title={title} {...(text !== undefined && { text })}>
          {children}
        </ScreenHeader>
      </div>
    </div>
  );
}
