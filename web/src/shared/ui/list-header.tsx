import type { ReactNode } from 'react';
import classes from './list-header.module.css';
import { ScreenHeader } from './screen-header.tsx';

/** The title of a list with the button for a new record, which a phone shows below the text. */
export function ListHeader({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={classes.head}>
      <ScreenHeader title={title} text={text} />
      {children}
    </div>
  );
}
