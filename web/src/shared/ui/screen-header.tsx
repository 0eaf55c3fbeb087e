import type { ReactNode } from 'react';
import classes from './screen-header.module.css';

type ScreenHeaderProps = {
  title: string;
  /** What the page is called in tabs and history, if its title is a date or a name. */
  pageTitle?: string;
  text?: string;
  /** Actions at the right. */
  children?: ReactNode;
};

/** The title of a screen, which takes the focus after a navigation. */
export function ScreenHeader({ title, pageTitle, text, children }: ScreenHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <h1 className={classes.title} tabIndex={-1} data-title={pageTitle}>
          {title}
        </h1>
        {text !== undefined && <p className={classes.text}>{text}</p>}
      </div>
      {children}
    </header>
  );
}
