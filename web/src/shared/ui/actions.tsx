import type { ReactNode } from 'react';
import classes from './actions.module.css';

/** The buttons at the end of a form or dialog. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
