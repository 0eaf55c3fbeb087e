import type { ReactNode } from 'react';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { IconName } from '../../../shared/icons/icon-shapes.tsx';
import classes from './security-card.module.css';

type SecurityCardProps = { id: string; icon: IconName; title: string; text: ReactNode; children?: ReactNode };

/** One way to sign in, or one place that is signed in, with what can be done about it. */
export function SecurityCard({ id, icon, title, text, children }: SecurityCardProps) {
  return (
    <section className={classes.card} id={id} aria-labelledby={`${id}-title`}>
      <span className={classes.icon}>
        <Icon name={icon} />
      </span>
      <div className={classes.body}>
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        <div className={classes.text}>{text}</div>
        {children}
      </div>
    </section>
  );
}
