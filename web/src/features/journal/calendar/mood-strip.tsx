import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { addDays } from '../../../shared/days/days.rules.ts';
import { journalDayIn } from '../../../shared/days/today-in.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { moodsQuery } from '../api/queries.ts';
import { usePerson } from '../person.tsx';

import classes from './mood-strip.module.css';
import { useDayName } from './use-day-name.ts';

const DAYS = 14;

/** The moods of the last two weeks. Each day leads to the calendar. */
export function MoodStrip() {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const dayName = useDayName();
  const last = journalDayIn(usePerson().clock);
  const days = Array.from({ length: DAYS }, (_, index) => addDays(last, index - DAYS + 1));
  const { data: moods } = useQuery(moodsQuery(days[0] ?? last, last));
  return (
    <nav className={classes.strip} aria-label={t('twoWeeks')}>
      {days.slice(0, 7).map((day) => (
        <span key={day} className={classes.weekday} aria-hidden>
          {date(day, { weekday: 'narrow' })}
        </span>
      ))}
      {days.map((day) => {
        const mood = moods?.get(day);
        return (
          <Link
            key={day}
            to="/journal/calendar"
            search={{ day }}
            className={classes.day}
            data-today={day === last}
            aria-label={dayName(day, mood)}
          >
            {mood === undefined ? <i className={classes.none} /> : <MoodFlower mood={mood} size={24} />}
            <b className={classes.number}>{date(day, { day: 'numeric' })}</b>
          </Link>
        );
      })}
    </nav>
  );
}
