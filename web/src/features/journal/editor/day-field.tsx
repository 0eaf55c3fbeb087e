import { useTranslations } from 'use-intl';
import { dayOnDevice } from '../../../shared/days/days.rules.ts';
import { journalDayIn } from '../../../shared/days/today-in.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { usePerson } from '../person.tsx';
import classes from './day-field.module.css';

/** For which day an entry is: the date in words, over the picker of the browser. */
export function DayField({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const { clock } = usePerson();
  const today = journalDayIn(clock);
  // On a journey the device may be a day ahead.
  const onDevice = dayOnDevice(new Date(), clock);
  const latest = onDevice > today ? onDevice : today;
  const isThisYear = day.slice(0, 4) === latest.slice(0, 4);
  return (
    <label className={classes.day}>
      <span aria-hidden>
        {date(day, { weekday: 'long', day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })}
      </span>
      <Icon name="chevron-down" size={16} />
      <input
        type="date"
        className={classes.input}
        aria-label={t('dayField')}
        value={day}
        required
        max={latest}
        min="1900-01-01"
        onClick={(event) => event.currentTarget.showPicker()}
        onChange={(event) => event.currentTarget.value !== '' && onChange(event.currentTarget.value)}
      />
    </label>
  );
}
