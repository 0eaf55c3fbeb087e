import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFirstWeekday } from '../../../shared/days/use-first-weekday.ts';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { keyOf } from '../../../shared/ui/key.ts';
import { dayByKey, weekFrom, weeksOf } from './days.rules.ts';
import classes from './month-grid.module.css';
import { useDayName } from './use-day-name.ts';

type MonthGridProps = {
  month: string;
  moods: ReadonlyMap<string, string> | undefined;
  today: string;
  selected: string;
  onSelect: (day: string) => void;
};

/** A month of moods. Arrow keys move by days and weeks, Home and End within the week, Page Up and Down by months. */
export function MonthGrid({ month, moods, today, selected, onSelect }: MonthGridProps) {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const dayName = useDayName();
  const firstWeekday = useFirstWeekday();
  const names = weekFrom(firstWeekday);
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  // One day takes part in the order of the Tab key.
  const focusable = selected.startsWith(month) ? selected : `${month}-01`;

  function onKeyDown(event: React.KeyboardEvent): void {
    const next = dayByKey(focusable, keyOf(event), firstWeekday);
    if (next === null) return;
    event.preventDefault();
    const reached = next > today ? today : next;
    onSelect(reached);
    // The month of the day may be drawn only after this.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${reached}"]`)?.focus());
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is the grid of the ARIA practices
    <table ref={grid} className={classes.month} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
      <VisuallyHidden component="caption" id={id}>
        {t('moodsOf', { month: date(`${month}-01`, { month: 'long', year: 'numeric' }) })}
      </VisuallyHidden>
      <thead>
        <tr>
          {names.map((day) => (
            <th key={day} scope="col" abbr={date(day, { weekday: 'long' })} className={classes.weekday}>
              {date(day, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, firstWeekday).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, index) => (
              <Cell key={day ?? names[index]} isSelected={day === selected}>
                {day !== null && (
                  <button
                    type="button"
                    className={classes.day}
                    data-day={day}
                    data-today={day === today}
                    aria-label={dayName(day, moods?.get(day))}
                    aria-pressed={day === selected}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={day === focusable ? 0 : -1}
                    disabled={day > today}
                    onClick={() => onSelect(day)}
                  >
                    <Mark mood={moods?.get(day)} isFuture={day > today} />
                    <span>{date(day, { day: 'numeric' })}</span>
                  </button>
                )}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ isSelected, children }: { isSelected: boolean; children: ReactNode }) {
  return (
    <td className={classes.cell} data-selected={isSelected}>
      {children}
    </td>
  );
}

function Mark({ mood, isFuture }: { mood: string | undefined; isFuture: boolean }) {
  if (mood !== undefined) return <MoodFlower mood={mood} size={24} />;
  return isFuture ? null : <i className={classes.none} />;
}
