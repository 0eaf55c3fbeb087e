import classes from './spine.module.css';
import { spineOf } from './spine.rules.ts';

/** The cover of a notebook: its colour and the first letter of its name. Decoration beside the name. */
export function Cover({ id, name }: { id: string; name: string }) {
  return (
    <span className={classes.cover} data-spine={spineOf(id)} aria-hidden>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
