import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFirstWeekday } from '../../../shared/days/use-first-weekday.ts';
import { moodOf } from '../../../shared/mood/moods.ts';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { Text } from '../../../shared/ui/text.tsx';
import { weeksOf } from './days.rules.ts';
import { mostFrequent } from './moods.rules.ts';
import classes from './year-grid.module.css';

/** A year of moods as twelve small months. Each leads to its month. */
export function YearGrid({
  year,
  moods,
  month: open,
}: {
  year: number;
  moods: ReadonlyMap<string, string>;
  month: string;
}) {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const moodName = useMoodName();
  const firstWeekday = useFirstWeekday();
  return (
    <ol className={classes.year} aria-label={t('moodsOf', { month: String(year) })}>
      {Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`).map((month) => {
        const ofMonth = [...moods].filter(([day]) => day.startsWith(month)).map(([, mood]) => mood);
        const name = date(`${month}-01`, { month: 'long' });
        const most = mostFrequent(ofMonth);
        return (
          <li key={month}>
            <Link
              to="/journal/calendar"
              search={{ day: `${month}-01` }}
              className={classes.month}
              aria-current={month === open ? 'date' : undefined}
              aria-label={
                most === null
                  ? t('monthWithoutMoods', { month: name })
                  : t('monthOfMoods', { month: name, count: ofMonth.length, mood: moodName(most) })
              }
            >
              <Text as="span" tone="quiet" weight={500} breaks className={classes.name}>
                {name}
              </Text>
              <svg className={classes.days} viewBox="0 0 83 71" aria-hidden="true">
                {weeksOf(month, firstWeekday).map((week, row) =>
                  week.map((day, column) => {
                    if (day === null) return null;
                    const mood = moods.get(day);
                    return (
                      <rect
                        key={day}
                        x={column * 12}
                        y={row * 12}
                        width="11"
                        height="11"
                        rx="3"
                        data-mood={mood === undefined ? undefined : (moodOf(mood)?.mood ?? 'own')}
                      />
                    );
                  }),
                )}
              </svg>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
