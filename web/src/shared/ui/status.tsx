import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-shapes.tsx';
import classes from './status.module.css';

type StatusProps = { kind: 'good' | 'quiet' | 'problem'; icon: IconName; children: ReactNode };

/** The state of a record in a word. */
export function Status({ kind, icon, children }: StatusProps) {
  return (
    <span className={classes.status} data-kind={kind}>
      <Icon name={icon} size={16} />
      {children}
    </span>
  );
}
