import { momentIn } from './date-text.rules.ts';

/** The paths in the archive that a reference of a file can mean: beside the file, from the top, or in any folder by its name. */
export function pathsFor(reference: string, file: string): string[] {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '';
  const paths = [decoded(reference), reference].flatMap((path) => [
    resolvePath(folder, path),
    resolvePath('', path.replace(/^\/+/, '')),
  ]);
  return [...new Set(paths)].filter((one) => one !== null);
}

/** The name of a file as references mean it: in any case, and composed as any system writes it. */
export function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    .toLowerCase();
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** Null for a path that leaves the archive. */
function resolvePath(folder: string, path: string): string | null {
  const parts: string[] = path.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** Names of fields, by what they are in Obsidian, Jekyll, Hugo and others. */
export const FIELDS = {
  id: ['id', 'uuid', 'uid'],
  title: ['title'],
  date: ['date', 'created', 'created_at', 'date created', 'creationDate', 'datetime', 'day'],
  updated: ['updated', 'modified', 'updated_at', 'lastmod', 'date modified'],
  tags: ['tags', 'tag', 'keywords'],
  mood: ['mood'],
  timeZone: ['timezone', 'time_zone', 'timeZone', 'tz'],
} as const;

/** The value of the first field that is present. */
export function pick(fields: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const name = names.find((one) => fields[one] !== undefined && fields[one] !== null);
  return name === undefined ? undefined : fields[name];
}

/** The tags of a list or of a text with commas, without `#`. */
export function tagsOf(value: unknown): string[] {
  const tags = typeof value === 'string' ? value.split(value.includes(',') ? ',' : /\s+/) : [value].flat(1);
  return tags.flatMap((tag) =>
    typeof tag === 'string' || typeof tag === 'number' ? String(tag).trim().replace(/^#/, '') : [],
  );
}

/**
 * A date, with a local time or an instant: `2024-05-31`, `May 31, 2024 6:04 PM`, `2024-05-31T18:04:00+02:00`. `unread` is a text that
 * should be the time, and is none.
 */
export type FileDate = { date: string; time: string | null; instant: string | null; unread?: string };

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

export function readDate(text: string): FileDate | null {
  const [, date, clock, seconds = ':00', offset] = DATE.exec(text.trim()) ?? [];
  if (date === undefined) return readWrittenDate(text);
  if (clock === undefined) return { date, time: null, instant: null };
  const time = clock.padStart(5, '0');
  const zone = offset?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return { date, time, instant: zone === undefined ? null : `${date}T${time}${seconds}${zone}` };
}

function readWrittenDate(text: string): FileDate | null {
  const found = momentIn(text);
  if (found === null) return null;
  const { date, time, unread } = found;
  return { date, time, instant: null, ...(unread !== null && { unread }) };
}

/** The date in the name of a file or its folders, as in `2024/2024-05-31-sunrise.md`, `20240531.md` or `2024/05/31.md`. */
export function dateInPath(path: string): string | null {
  const [, year, month, day] = DATE_IN_PATH.exec(path) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

const DATE_IN_PATH = /(?:^|\D)(\d{4})[-_./]?(0[1-9]|1[0-2])[-_./]?(0[1-9]|[12]\d|3[01])(?!\d)/;

/** The title of a file by its name, without a date; null if there is nothing else. */
export function titleOfPath(path: string): string | null {
  const name = path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const title = name.replace(/^\d{4}[-_.]?\d{2}[-_.]?\d{2}[-_ .]*/, '').trim();
  return title === '' || /^\d+$/.test(title) ? null : title;
}
