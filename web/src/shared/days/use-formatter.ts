import { type DateTimeFormatOptions, useFormatter as useIntlFormatter } from 'use-intl';
import { shifted } from './zone-clock.rules.ts';
import { useZoneClock } from './zone-clock.ts';

type Formatter = Omit<ReturnType<typeof useIntlFormatter>, 'dateTime' | 'dateTimeRange'> & {
  dateTime: (instant: Date | number, style: DateTimeFormatOptions) => string;
};

/** Formats instants by the clock of the user's time zone, or by the zone of the style. */
export function useFormatter(): Formatter {
  const format = useIntlFormatter();
  const clock = useZoneClock();
  return {
    ...format,
    dateTime: (instant, style) =>
      clock === undefined || style.timeZone !== undefined
        ? format.dateTime(instant, style)
        : format.dateTime(shifted(instant, clock), { ...style, timeZone: 'UTC' }),
  };
}
