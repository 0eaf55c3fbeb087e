import { useTranslations } from 'use-intl';
import classes from './today-skeleton.module.css';

/** The shape of Today: its title, a line to write in, two cards, and what is due. */
export function TodaySkeleton() {
  const t = useTranslations('app');
  return (
    <div data-pending className={classes.screen} role="status" aria-label={t('loading')}>
      <span className={classes.title} />
      <span className={classes.line} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <span className={classes.field} />
          <span className={classes.card} />
        </div>
        <div className={classes.rail}>
          <span className={classes.row} />
          <span className={classes.row} />
          <span className={classes.row} />
        </div>
      </div>
    </div>
  );
}
