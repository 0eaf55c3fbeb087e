import type { JSX } from 'react';
import classes from './meter.module.css';

/** A share of a whole as a bar. It needs an `aria-label`. */
export function Meter({ className, ...props }: JSX.IntrinsicElements['progress']) {
  return <progress {...props} className={className === undefined ? classes.meter : `${classes.meter} ${className}`} />;
}
