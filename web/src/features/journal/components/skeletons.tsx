import { useTranslations } from 'use-intl';
import classes from './skeletons.module.css';

/** The shape of a list of entries until it is loaded. */
export function ListSkeleton() {
  return (
    <Skeleton>
      {[70, 55, 62, 48, 66].map((width) => (
        <div key={width} className={classes.row}>
          <span className={classes.day} />
          <span className={classes.lines}>
            <Line width={width} />
            <Line width={96} />
            <Line width={width - 20} />
          </span>
        </div>
      ))}
    </Skeleton>
  );
}

/** The shape of an entry until it is loaded. */
export function EntrySkeleton() {
  return (
    <Skeleton>
      <div className={classes.entry}>
        <Line width={40} />
        <Line width={80} isTitle />
        {[97, 92, 95, 60].map((width) => (
          <Line key={width} width={width} />
        ))}
      </div>
    </Skeleton>
  );
}

function Skeleton({ children }: { children: React.ReactNode }) {
  const t = useTranslations('journal');
  return (
    <div data-pending role="status" aria-label={t('loading')} className={classes.skeleton}>
      {children}
    </div>
  );
}

function Line({ width, isTitle = false }: { width: number; isTitle?: boolean }) {
  return <span className={classes.line} data-title={isTitle} style={{ width: `${width}%` }} />;
}
