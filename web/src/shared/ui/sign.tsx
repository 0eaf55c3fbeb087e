import type { JSX } from 'react';
import classes from './sign.module.css';

type SignProps = JSX.IntrinsicElements['span'] & { kind?: 'quiet' | 'accent'; size?: 40 | 44; isRound?: boolean };

/** The icon of a record, on a ground of its own at the place of a picture. */
export function Sign({ kind = 'quiet', size = 44, isRound = false, className, ...props }: SignProps) {
  return (
    <span
      {...props}
      className={className === undefined ? classes.sign : `${classes.sign} ${className}`}
      data-tone={kind}
      data-size={size}
      data-is-round={isRound}
    />
  );
}
