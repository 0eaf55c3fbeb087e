import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { addDays } from '../../../shared/days/days.rules.ts';
import { journalDayIn } from '../../../shared/days/today-in.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFirstWeekday } from '../../../shared/days/use-first-weekday.ts';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { moodsQuery, notebooksQuery } from '../api/queries.ts';
import { weekFrom, weeksOf } from '../calendar/days.rules.ts';
import { useDayName } from '../calendar/use-day-name.ts';
import { Spine } from '../notebooks/spine.tsx';
import { usePerson } from '../person.tsx';
import classes from './journal-side.module.css';

/** In the side bar of a desk, while the journal is open: the moods of the month, and the notebooks. */
export function JournalSide() {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // The side bar is drawn by the shell.
  useEffect(() => setPlace(document.getElementById('side-extra')), []);
  return place === null ? null : createPortal(<Side />, place);
}

function Side() {
  return (
    <div className={classes.side}>
      <Month />
      <Notebooks />
    </div>
  );
}

function Month() {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const dayName = useDayName();
  const firstWeekday = useFirstWeekday();
  const today = journalDayIn(usePerson().clock);
  const month = today.slice(0, 7);
  const { data: moods } = useQuery(moodsQuery(`${month}-01`, today));
  return (
    <nav aria-label={t('calendar')}>
      <Row as="p" justify="between" tone="quiet" size="sm" weight={600} className={classes.heading}>
        {date(today, { month: 'long' })}
        <Link to="/journal/calendar" className={classes.more}>
          {t('year')}
        </Link>
      </Row>
      <div className={classes.month}>
        {weekFrom(firstWeekday).map((day) => (
          <span key={day} className={classes.weekday} aria-hidden>
            {date(day, { weekday: 'narrow' })}
          </span>
        ))}
        {weeksOf(month, firstWeekday)
          .flat()
          .map((day, index) => {
            if (day === null) return index < 7 ? <span key={addDays(`${month}-01`, index - 7)} /> : null;
            if (day > today) {
              return (
                <span key={day} className={classes.future} aria-hidden>
                  {date(day, { day: 'numeric' })}
                </span>
              );
            }
            const mood = moods?.get(day);
            return (
              <Link
                key={day}
                to="/journal/calendar"
                search={{ day }}
                className={classes.day}
                data-today={day === today}
                aria-label={dayName(day, mood)}
              >
                {mood === undefined ? <i className={classes.none} /> : <MoodFlower mood={mood} size={19} />}
              </Link>
            );
          })}
      </div>
    </nav>
  );
}

const MAX_NOTEBOOKS = 6;

function Notebooks() {
  const t = useTranslations('journal');
  const { data: notebooks = [] } = useQuery(notebooksQuery);
  return (
    <nav aria-label={t('notebooks')}>
      <Row as="p" justify="between" tone="quiet" size="sm" weight={600} className={classes.heading}>
        {t('notebooks')}
        <Link to="/notebooks" className={classes.more}>
          {t('notebooksAll')}
        </Link>
      </Row>
      {notebooks.slice(0, MAX_NOTEBOOKS).map(({ id, name, entry_count: count }) => (
        <Link
          key={id}
          to="/journal"
          search={{ notebook: id }}
          activeOptions={{ includeSearch: true }}
          className={classes.notebook}
        >
          <Spine id={id} />
          <bdi>{name}</bdi>
          <span className={classes.count}>{count}</span>
        </Link>
      ))}
    </nav>
  );
}
