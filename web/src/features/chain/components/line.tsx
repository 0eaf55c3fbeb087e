import { useTranslations } from 'use-intl';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { type Axis, axisOf, local, placeOn, type Span, type Today } from '../line.rules.ts';
import classes from './line.module.css';
import { NeighbourRow, OwnRow, type Self } from './line-rows.tsx';

type LineProps = { today: Today; self: Self; now: Date };

/** The users before and after this one, over the clock of the day. */
export function Line({ today, self, now }: LineProps) {
  const t = useTranslations('chain');
  const clock = useZoneClock();
  const { chain, window, checkin } = today;
  const [before, after] = [chain?.before ?? null, chain?.after ?? null];
  const axis = axisOf([before, window, after].flatMap(spanOf), clock);
  const isMeDone = checkin !== null && checkin.status !== 'rejected';
  return (
    <div className={classes.card} data-surface="night">
      {axis !== null && <Hours axis={axis} />}
      <ol className={classes.line} aria-label={t('line')}>
        {before !== null && (
          <NeighbourRow neighbour={before} axis={axis} now={now} hasPassed={before.status === 'completed'} />
        )}
        <OwnRow
          today={today}
          self={self}
          axis={axis}
          now={now}
          hasPassed={isMeDone}
          nowAt={axis && inside(placeOn(axis, local(now, clock)))}
        />
        {after !== null && <NeighbourRow neighbour={after} axis={axis} now={now} hasPassed={false} />}
      </ol>
    </div>
  );
}

/** The hours over the bars, at a desk. */
function Hours({ axis }: { axis: Axis }) {
  return (
    <div className={classes.hours} aria-hidden>
      <span>
        {axis.ticks.map(({ at, hour }) => (
          <b key={at} style={{ insetInlineStart: `${placeOn(axis, at)}%` }}>
            {String(hour).padStart(2, '0')}
          </b>
        ))}
      </span>
    </div>
  );
}

function spanOf(one: { opens_at: string | null; closes_at: string | null } | null): Span[] {
  if (one === null || one.opens_at === null || one.closes_at === null) return [];
  return [{ opens_at: one.opens_at, closes_at: one.closes_at }];
}

const inside = (percent: number): number | null => (percent >= 0 && percent <= 100 ? percent : null);
