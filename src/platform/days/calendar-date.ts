import { Temporal } from 'temporal-polyfill';
import { offsetMsAt, resolveLocal } from './time-zone.ts';

/*
 * The one date engine. A date is 'YYYY-MM-DD' in the years 1 to 9998, an instant a Date; other values throw a RangeError. A zone is the name
 * of one (`isTimeZone`); an unknown one is read as UTC (`time-zone.ts`). What users send is checked before.
 */

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_LENGTH = 10;
const DAY_SECONDS = 24 * 60 * 60;

/** The date as the library has it. Throws a RangeError where the calendar has no such day. */
export function readDate(date: string): Temporal.PlainDate {
  if (!DATE.test(date)) throw new RangeError(`Not a date: ${date}`);
  return Temporal.PlainDate.from(date);
}

/** The date that calendars on the wall show in a zone at an instant. */
export function localDateOf(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offsetMsAt(instant, zone)).toISOString().slice(0, DATE_LENGTH);
}

/**
 * When a date begins and ends in a zone; the end is the first instant that is no longer part of it. A day lasts 23 or 25 hours
 * where clocks change, begins after midnight where midnight is skipped, and lasts nothing where a zone skipped the day.
 */
export function dateSpan(date: string, zone: string): { startsAt: Date; endsAt: Date } {
  const day = readDate(date);
  return { startsAt: startOf(day, zone), endsAt: startOf(day.add({ days: 1 }), zone) };
}

function startOf(day: Temporal.PlainDate, zone: string): Date {
  const { instant, isSkipped, changeAt } = resolveLocal(Date.parse(`${day.toString()}T00:00:00Z`), zone);
  return new Date(isSkipped ? changeAt : instant);
}

/** The date so many days later, or earlier where `days` is negative. */
export function addDays(date: string, days: number): string {
  return readDate(date).add({ days }).toString();
}

/** 1 for Monday to 7 for Sunday. */
export function dayOfWeek(date: string): number {
  return readDate(date).dayOfWeek;
}

/** The Monday that begins the ISO week of a date. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - dayOfWeek(date));
}

/** The instant from which on some place on earth has this date: 10:00 UTC of the day before. */
export function startOfDateAnywhere(date: string): Date {
  return new Date(`${addDays(date, -1)}T10:00:00Z`);
}

/** The instant from which on no place on earth has this date any more: 12:00 UTC of the next day. */
export function endOfDateEverywhere(date: string): Date {
  return new Date(`${addDays(date, 1)}T12:00:00Z`);
}

/**
 * The instant at which clocks in a zone show a local time, such as '2026-05-31T18:04:05': the first one where they show it
 * twice, later by as much as they skip where they skip it. Throws a RangeError for what is no time.
 */
export function instantOf(localTime: string, zone: string): Date {
  const local = Date.parse(`${Temporal.PlainDateTime.from(localTime).toString({ smallestUnit: 'millisecond' })}Z`);
  return new Date(resolveLocal(local, zone).instant);
}

/** Whole seconds until the next day begins in UTC, at least 1. */
export function secondsUntilNextDay(now: Date): number {
  return DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS);
}
