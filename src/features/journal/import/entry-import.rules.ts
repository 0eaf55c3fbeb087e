import { addDays } from '#platform/days/calendar-date.ts';
import { distinctTags } from '#platform/text/search/tag.ts';
import { MAX_CONTENT_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH } from '../entry/entry.schema.ts';
import { isLonger, shorten, splitText, titleOfPart, withFittingTitle } from '../entry/entry-parts.rules.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '../notebook/notebook.schema.ts';
import { MAX_PHOTOS_OF_ENTRY } from '../photo/photo.schema.ts';

/** A picture of another diary, read on demand. */
export type ImportedPhoto = { name: string; read: () => Promise<Uint8Array> };

/** `sourceId` is the id in the other diary. */
export type ImportedNotebook = {
  kind: 'notebook';
  sourceId: string;
  name: string;
  description: string;
  /** Whether it was written in Meadow: its texts stay as they are where they fit. */
  isExact?: boolean;
};

/** `notebook` is the source id of one. Without a title it gets one from its text. */
export type ImportedEntry = {
  kind: 'entry';
  sourceId: string;
  notebook: string | null;
  title: string | null;
  content: string;
  mood: string | null;
  tags: readonly string[];
  /** The day it is about, and the day on which it was written, where its author was. */
  entryDate: string;
  createdDate: string;
  createdAt: Date;
  updatedAt: Date;
  photos: readonly ImportedPhoto[];
  /** Whether it was written in Meadow: its texts stay as they are where they fit. */
  isExact?: boolean;
};

export type FittedEntry = ImportedEntry & { title: string };

/** A part of the file that is not imported, or not as it stands there, with a text by which its owner finds it. */
export type LeftOut = {
  /** Such as entry, photo, tag, mood, time, audio or weather. `date` with `from-file`: the entry has the date of its file. */
  kind: string;
  reason: LeftOutReason;
  example: string;
};

export const LEFT_OUT_REASONS = [
  'date-missing',
  'date-out-of-range',
  'duplicate',
  'empty',
  'from-file',
  'missing',
  'not-supported',
  'too-large',
  'too-long',
  'too-many',
  'unreadable',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

const MIN_DATE = '1900-01-01';
const MIN_INSTANT = new Date(`${MIN_DATE}T00:00:00Z`);
const MAX_LABEL_LENGTH = 50;
/** The maximum number of photos of one imported entry. The rest continues in further entries. */
const MAX_SOURCE_PHOTOS = 100;
/** The maximum length of a title that is made of the first line. */
const MAX_LINE_LENGTH = 80;

/**
 * Makes an entry fit the rules of requests without loss: a long text, or one with many photos, continues in further entries. What
 * cannot be kept is left out with a reason.
 */
export function fitEntry(
  entry: ImportedEntry,
  { today, now }: { today: string; now: Date },
): { entries: FittedEntry[]; omitted: LeftOut[] } {
  const { title, content } = exactTexts(entry) ?? titled(entry);
  const example = title;
  if (!isDateInRange(entry.entryDate, today)) {
    return { entries: [], omitted: [{ kind: 'entry', reason: 'date-out-of-range', example }] };
  }
  const { tags, omitted } = fitTags(entry);
  const mood = entry.mood === null ? null : entry.isExact ? storable(entry.mood) : storable(entry.mood).trim();
  const isMoodLong = mood !== null && isLonger(mood, MAX_LABEL_LENGTH);
  if (isMoodLong) omitted.push({ kind: 'mood', reason: 'too-long', example: mood });

  const fitted = {
    ...entry,
    mood: isMoodLong || mood === '' ? null : mood,
    tags,
    createdDate: isDateInRange(entry.createdDate, today) ? entry.createdDate : entry.entryDate,
    createdAt: pastInstant(entry.createdAt, now),
    updatedAt: pastInstant(entry.updatedAt, now),
  };
  const photos = entry.photos.slice(0, MAX_SOURCE_PHOTOS);
  for (const { name } of entry.photos.slice(MAX_SOURCE_PHOTOS))
    omitted.push({ kind: 'photo', reason: 'too-many', example: name });
  const texts = splitText(content, MAX_CONTENT_LENGTH);
  const count = Math.max(texts.length, Math.ceil(photos.length / MAX_PHOTOS_OF_ENTRY));
  const entries = Array.from({ length: count }, (_, index) => ({
    ...fitted,
    sourceId: index === 0 ? entry.sourceId : `${entry.sourceId}#${index + 1}`,
    title: titleOfPart(title, index),
    content: texts[index] ?? '',
    photos: photos.slice(index * MAX_PHOTOS_OF_ENTRY, (index + 1) * MAX_PHOTOS_OF_ENTRY),
  }));
  return { entries, omitted };
}

/** Makes a notebook fit the rules of requests. A long name continues in the description. */
export function fitNotebook(notebook: ImportedNotebook): ImportedNotebook {
  const given = storable(notebook.name);
  const name = (notebook.isExact ? given : given.trim()) || 'Imported';
  const description = storable(notebook.description);
  if (!isLonger(name, MAX_NAME_LENGTH)) {
    return { ...notebook, name, description: shorten(description, MAX_DESCRIPTION_LENGTH) };
  }
  const long = shorten(`${name}\n${description}`.trim(), MAX_DESCRIPTION_LENGTH);
  return { ...notebook, name: shorten(name, MAX_NAME_LENGTH), description: long };
}

function exactTexts({ title, content, isExact = false }: ImportedEntry): { title: string; content: string } | null {
  if (!isExact || title === null || oneLine(title) === '' || storable(title + content) !== title + content) return null;
  return isLonger(title, MAX_TITLE_LENGTH) ? null : { title, content };
}

/** A heading in the first line becomes the title. A title that is too long stays in the text as well. */
function titled({ title, content, entryDate }: ImportedEntry): { title: string; content: string } {
  const text = storable(content).trim();
  const given = oneLine(storable(title ?? ''));
  if (given !== '') return withFittingTitle({ title: given, content: text });
  const end = text.indexOf('\n');
  const first = end === -1 ? text : text.slice(0, end);
  const heading = /^#{1,6} +([^ ].*)$/.exec(first.slice(0, MAX_TITLE_LENGTH + 7))?.[1]?.trim();
  if (heading !== undefined && first.length <= MAX_TITLE_LENGTH)
    return { title: heading, content: text.slice(first.length).trim() };
  return { title: shorten(plain(first.slice(0, 2 * MAX_LINE_LENGTH)), MAX_LINE_LENGTH) || entryDate, content: text };
}

function fitTags({ tags: given, isExact = false }: ImportedEntry): { tags: string[]; omitted: LeftOut[] } {
  const omitted: LeftOut[] = [];
  const tags: string[] = [];
  for (const tag of distinctTags(given.map((raw) => (isExact ? storable(raw) : oneLine(storable(raw)))))) {
    if (isLonger(tag, MAX_LABEL_LENGTH)) omitted.push({ kind: 'tag', reason: 'too-long', example: tag });
    else if (tags.length === MAX_TAGS) omitted.push({ kind: 'tag', reason: 'too-many', example: tag });
    else tags.push(tag);
  }
  return { tags, omitted };
}

/** Removes the marks of Markdown at the start of a line and around words. */
const plain = (line: string) => oneLine(line.replace(/^[\s>#*+-]+/, '').replaceAll(/[*_`~]{1,3}/g, ''));

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');

/** Whether something could have been written about a date: of the last century on, at most tomorrow. */
export const isDateInRange = (date: string, today: string) => date >= MIN_DATE && date <= addDays(today, 1);

/** The instant, or the nearest one at which something could have been written. */
export function pastInstant(instant: Date, now: Date): Date {
  if (instant < MIN_INSTANT) return MIN_INSTANT;
  return instant < now ? instant : now;
}
