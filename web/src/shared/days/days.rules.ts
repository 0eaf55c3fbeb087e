import { shifted, type ZoneClock } from './zone-clock.rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const startOf = (date: string) => new Date(`${date}T00:00:00Z`);

/** The calendar date (`2026-11-22`) of an instant by a clock, by default that of the device. Throws a RangeError for no instant. */
export function dateOf(instant: string | Date, clock?: ZoneClock): string {
  return shifted(new Date(instant), clock).toISOString().slice(0, 10);
}

/** The user's day of an instant: the calendar date, and the one before until the day begins. */
export function dayOf(instant: Date, clock: ZoneClock | undefined): string {
  return dayAt(shifted(instant, clock), clock);
}

/** The same on the device, whose zone may be another. */
export function dayOnDevice(instant: Date, clock: ZoneClock | undefined): string {
  return dayAt(shifted(instant, undefined), clock);
}

function dayAt(local: Date, clock: ZoneClock | undefined): string {
  const [hours = 0, minutes = 0] = (clock?.day_start ?? '00:00').split(':').map(Number);
  return new Date(local.getTime() - (hours * 60 + minutes) * 60_000).toISOString().slice(0, 10);
}

/** A calendar date some days later. */
export function addDays(date: string, days: number): string {
  return new Date(startOf(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((startOf(to).getTime() - startOf(from).getTime()) / DAY_MS);
}

/** 0 is Monday. */
export function weekdayOf(date: string): number {
  return (startOf(date).getUTCDay() + 6) % 7;
}

/** The items by their calendar date, in the order given. Days without an item are left out. */
export function groupByDate<Item>(items: readonly Item[], dateOfItem: (item: Item) => string): [string, Item[]][] {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const date = dateOfItem(item);
    const ofDay = days.get(date);
    if (ofDay === undefined) days.set(date, [item]);
    else ofDay.push(item);
  }
  return [...days];
}
