import classes from './admin-skeleton.module.css';

/** The shape of a screen of the administration while its data is on its way. */
export function AdminSkeleton() {
  return (
    <div data-pending className={classes.skeleton} aria-hidden>
      <span className={classes.title} />
      <span className={classes.banner} />
      <span className={classes.card} />
      <span className={classes.card} />
    </div>
  );
}
