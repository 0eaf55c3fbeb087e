import type { ReactNode } from 'react';
import classes from './list-header.module.css';
import { Cluster } from './row.tsx';
import { ScreenHeader } from './screen-header.tsx';

/** The title of a list with the button for a new record, which a phone shows below the text. */
export function ListHeader({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Cluster gap={4} rows={0} align="center" below={4} className={classes.head}>
      <ScreenHeader title={title} text={text} />
      {children}
    </Cluster>
  );
}
