import { Icon } from '../../../shared/icons/icon.tsx';
import classes from './security-card.module.css';

/** What has just happened, read out. The region is there before, so that screen readers hear it. */
export function Done({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text !== null && (
        <p className={classes.done}>
          <Icon name="check" size={20} />
          {text}
        </p>
      )}
    </div>
  );
}
