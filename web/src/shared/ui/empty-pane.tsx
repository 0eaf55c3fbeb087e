import { Logo } from '../art/logo.tsx';
import classes from './empty-pane.module.css';

/** A pane beside a list, before a record is chosen. Without `text` there is nothing to choose. A phone shows the list instead. */
export function EmptyPane({ text }: { text?: string }) {
  return (
    <div className={classes.pane}>
      {text ?? (
        <span className={classes.art}>
          <Logo size={72} />
        </span>
      )}
    </div>
  );
}
