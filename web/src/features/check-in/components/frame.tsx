import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { IconName } from '../../../shared/icons/icon-shapes.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import classes from './frame.module.css';

type FrameProps = {
  team: 'red' | 'blue';
  /** The time, and what is to come. Null without a window. */
  when: string | null;
  children: ReactNode;
};

/** The whole screen in the colours of the night: the way out, the time, and a stage. */
export function Frame({ team, when, children }: FrameProps) {
  const t = useTranslations('check-in');
  return (
    <section className={classes.frame} data-surface="night" data-team={team} data-covers-tabs aria-label={t('title')}>
      <div className={classes.inner}>
        <div className={classes.bar}>
          <IconLink to="/today" aria-label={t('back')}>
            <Icon name="close" />
          </IconLink>
          {when !== null && (
            <Row as="p" gap={2} className={classes.when}>
              <Icon name="clock" size={16} />
              {when}
            </Row>
          )}
        </div>
        {children}
      </div>
    </section>
  );
}

type StageProps = {
  title: string;
  /** Above the title: an icon or a picture. */
  picture?: ReactNode;
  /** What follows, in sentences. */
  children?: ReactNode;
  /** The buttons, in the lower third. */
  actions: ReactNode;
};

/** One step: a picture, a sentence that says what counts, and what to do. */
export function Stage({ title, picture, children, actions }: StageProps) {
  return (
    <>
      <div className={classes.body}>
        {picture}
        <h1 tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </>
  );
}

/** The icon of a stage. */
export function Orb({ icon, isProblem = false }: { icon: IconName; isProblem?: boolean }) {
  return (
    <span className={classes.orb} data-is-problem={isProblem}>
      <Icon name={icon} />
    </span>
  );
}
