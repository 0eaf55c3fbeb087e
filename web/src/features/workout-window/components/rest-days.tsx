import { VisuallyHidden } from '@mantine/core';
import { useLocale, useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFirstWeekday } from '../../../shared/days/use-first-weekday.ts';
import { Section } from '../../../shared/ui/section.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { toggled, weekdaysFrom } from '../window.rules.ts';
import classes from './rest-days.module.css';

type RestDaysProps = { restDays: readonly number[]; onChange: (restDays: readonly number[]) => void };

/** The weekdays without a window. */
export function RestDays({ restDays, onChange }: RestDaysProps) {
  const t = useTranslations('workout-window');
  const locale = useLocale();
  const date = useCalendarDate();
  // The first of January 2024 was a Monday.
  const nameOf = (weekday: number, style: 'short' | 'long') => date(`2024-01-0${weekday}`, { weekday: style });
  const weekdays = weekdaysFrom(useFirstWeekday());
  const names = weekdays.filter((day) => restDays.includes(day)).map((day) => nameOf(day, 'long'));
  return (
    <Section title={t('restDays')}>
      <fieldset className={classes.days}>
        <VisuallyHidden component="legend">{t('restDays')}</VisuallyHidden>
        {weekdays.map((weekday) => (
          <label key={weekday} className={classes.day}>
            <input
              type="checkbox"
              aria-label={nameOf(weekday, 'long')}
              checked={restDays.includes(weekday)}
              onChange={() => onChange(toggled(restDays, weekday))}
            />
            <span aria-hidden>{nameOf(weekday, 'short')}</span>
          </label>
        ))}
      </fieldset>
      <Muted above={2} aria-live="polite">
        {names.length === 0
          ? t('restDaysNone')
          : t('restDaysText', { days: new Intl.ListFormat(locale, { type: 'conjunction' }).format(names) })}
      </Muted>
    </Section>
  );
}
