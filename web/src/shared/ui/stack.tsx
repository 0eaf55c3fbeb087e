import type { ReactNode } from 'react';
import classes from './stack.module.css';

/** Pieces below each other, at the distance of the fields of a form. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>;
}
