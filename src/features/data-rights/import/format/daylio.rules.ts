const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
].concat('november', 'december');

/** Whether a CSV begins with the names of Daylio's columns. */
export function isHeader(text: string): boolean {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const [first = '', ...names] = line.split(',').map((name) => name.replaceAll('"', '').trim());
  return (first === 'full_date' || first === 'year') && names.includes('mood') && names.includes('activities');
}

/** The date of a record of the CSV: `full_date`, or in older exports `year` and a date such as `18 May`. Null if there is none. */
export function dateOfRecord(record: Readonly<Record<string, string>>): string | null {
  const { full_date: full = '', year = '', date = '' } = record;
  if (/^\d{4}-\d{2}-\d{2}$/.test(full)) return full;
  const words = date.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  const month = MONTHS.findIndex((name) => words.some((word) => word.length >= 3 && name.startsWith(word))) + 1;
  const day = words.find((word) => /^\d{1,2}$/.test(word));
  if (!/^\d{4}$/.test(year) || month === 0 || day === undefined) return null;
  return dateText(Number(year), month, Number(day));
}

export function dateText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

/** The activities of a record, which a bar separates. */
export function activitiesOf(text: string): string[] {
  return text.split(/\s\|\s|\|/).map((activity) => activity.trim());
}

const pad = (number: number) => String(number).padStart(2, '0');

/** Whether a note has the formatting of newer versions. */
export function isHtml(note: string): boolean {
  return /<(br|p|div|b|i|u|strong|em|ul|ol|li|span|s|strike)\b[^<>]{0,200}>/i.test(note);
}

/** Names entries by the minute of their date: the CSV has no ids, and an entry of both files is the same. */
export function createMinuteIds(): (minute: string) => string {
  const counts = new Map<string, number>();
  return (minute) => {
    const count = (counts.get(minute) ?? 0) + 1;
    counts.set(minute, count);
    return count === 1 ? minute : `${minute} ${count}`;
  };
}
