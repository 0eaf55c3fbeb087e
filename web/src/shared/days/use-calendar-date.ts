import { type DateTimeFormatOptions, useFormatter } from 'use-intl';

/** Formats calendar dates (`2026-11-22`), which are the same day in every time zone. */
export function useCalendarDate(): (date: string, style: DateTimeFormatOptions) => string {
  const format = useFormatter();
  return (date, style) => format.dateTime(new Date(`${date}T00:00:00Z`), { ...style, timeZone: 'UTC' });
}
