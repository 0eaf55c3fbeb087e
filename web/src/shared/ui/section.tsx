import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

type SectionProps = {
  title: string;
  /** What the part is about, below its title. */
  text?: string | undefined;
  /** At the right of the title: a link or a short fact. */
  aside?: ReactNode;
  /** Whether the content lies on a card. */
  isCard?: boolean;
  children: ReactNode;
};

/** A part of a screen under its title. */
export function Section({ title, text, aside, isCard = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
        {text !== undefined && <p className={classes.text}>{text}</p>}
      </div>
      {isCard ? <div className={classes.card}>{children}</div> : children}
    </section>
  );
}
