import { useFormatter } from 'use-intl';

/** Writes a time of day (`18:00`) as the language does. */
export function useTimeOfDay(): (time: string) => string {
  const format = useFormatter();
  return (time) =>
    format.dateTime(new Date(`1970-01-01T${time}:00Z`), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
}
