import { ListSkeleton } from './list-skeleton.tsx';
import classes from './pending-screen.module.css';

/** The shape of a screen while its data is on the way. */
export function PendingScreen() {
  return (
    <div className={classes.screen}>
      <div className={classes.title} />
      <ListSkeleton />
    </div>
  );
}
