import { readDate } from '#platform/days/calendar-date.ts';

/** Months after the current one whose partitions are made. A failing job has so long to be repaired. */
export const MONTHS_AHEAD = 2;

/** `<table>_2026_11` has a month, `<table>_until_2027_01` all before that month, in UTC. */
const NAME = /(_until)?_(\d{4})_(\d{2})$/;

/** The first day after the months of a partition; null if it has no months. */
export function endOfPartition(name: string): string | null {
  const [, until, year, month] = NAME.exec(name) ?? [];
  if (year === undefined) return null;
  const first = `${year}-${month}-01`;
  return until === undefined ? addMonths(first, 1) : first;
}

/** The first days of the months that a table lacks: from the end of its first partition to `MONTHS_AHEAD` months ahead. */
export function monthsToMake(partitions: readonly string[], now: Date): string[] {
  const current = `${now.toISOString().slice(0, 7)}-01`;
  const ends = partitions.map(endOfPartition).filter((end) => end !== null);
  const months: string[] = [];
  const last = addMonths(current, MONTHS_AHEAD);
  for (let month = ends.toSorted()[0] ?? current; month <= last; month = addMonths(month, 1)) {
    if (!ends.includes(addMonths(month, 1))) months.push(month);
  }
  return months;
}

/** The partitions whose months have ended before an instant. A row can be a little younger than its id. */
export function partitionsBefore(partitions: readonly string[], instant: Date): string[] {
  return partitions.filter((name) => {
    const end = endOfPartition(name);
    return end !== null && Date.parse(end) <= instant.getTime();
  });
}

function addMonths(date: string, months: number): string {
  return readDate(date).add({ months }).toString();
}
