import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { addDays, daysBetween } from '../../../shared/days/days.rules.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import classes from './day-picker.module.css';

/** Which day the forms are about. */
export function DayPicker({ day, today }: { day: string; today: string }) {
  const t = useTranslations('wellbeing');
  const date = useCalendarDate();
  const navigate = useNavigate({ from: '/wellbeing' });
  const distance = daysBetween(day, today);
  const name = distance === 0 ? t('today') : distance === 1 ? t('yesterday') : null;
  function choose(chosen: string) {
    if (chosen === '' || chosen > today) return;
    void navigate({ search: (previous) => ({ ...previous, day: chosen }), resetScroll: false });
  }

  return (
    <div className={classes.picker} id="day">
      <IconLink
        to="/wellbeing"
        search={(previous) => ({ ...previous, day: addDays(day, -1) })}
        aria-label={t('earlier')}
        resetScroll={false}
      >
        <Icon name="chevron-left" />
      </IconLink>
      <div className={classes.day}>
        <Stack as="h2" items="center" content="center" className={classes.words} aria-live="polite">
          {name !== null && <b>{name}</b>}
          <span>{date(day, { weekday: 'long', day: 'numeric', month: 'long' })}</span>
        </Stack>
        <input
          type="date"
          className={classes.input}
          aria-label={t('day')}
          value={day}
          max={today}
          required
          onClick={(event) => event.currentTarget.showPicker()}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </div>
      {distance > 0 ? (
        <IconLink
          to="/wellbeing"
          search={(previous) => ({ ...previous, day: distance === 1 ? undefined : addDays(day, 1) })}
          aria-label={t('later')}
          resetScroll={false}
        >
          <Icon name="chevron-right" />
        </IconLink>
      ) : (
        <span className={classes.gap} />
      )}
      {distance > 0 && (
        <Link
          to="/wellbeing"
          search={(previous) => ({ ...previous, day: undefined })}
          className={classes.back}
          resetScroll={false}
        >
          {t('backToToday')}
        </Link>
      )}
    </div>
  );
}
