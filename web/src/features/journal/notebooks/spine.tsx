import classes from './spine.module.css';
import { spineOf } from './spine.rules.ts';

/** The spine of a notebook in its colour, beside its name. */
export function Spine({ id }: { id: string }) {
  return <span className={classes.spine} data-spine={spineOf(id)} aria-hidden />;
}
