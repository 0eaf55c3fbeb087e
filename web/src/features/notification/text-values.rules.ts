import type { Notification } from './api/notification.ts';

type Words = {
  /** A date in the words of the user. */
  nameDate: (date: string) => string;
  /** For an actor without a name. */
  someone: string;
  /** How the user stands to the group that the notification is about. */
  membership: string;
  hasCheckIn: boolean;
};

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What the texts of a kind name: each value of its data, `day` and `week` (the first day of one) in words, and the actor. */
export function textValuesOf({ data, actor }: Pick<Notification, 'data' | 'actor'>, words: Words) {
  const nameOf = (date: unknown) => (CALENDAR_DATE.test(String(date)) ? words.nameDate(String(date)) : '');
  return {
    ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, argumentOf(value)])),
    day: nameOf(data.date),
    week: nameOf(data.week_start_date),
    actor: actor?.full_name || words.someone,
    ai: String(actor?.is_ai ?? false),
    membership: words.membership,
    checkIn: String(words.hasCheckIn),
  };
}

const argumentOf = (value: string | number | boolean | null) => (typeof value === 'number' ? value : String(value));
