import type { ImportedPhoto } from '#features/journal';
import { type Archive, readFile } from '../archive.actions.ts';
import { type Format, type ImportItem, omitted, type ReadingContext } from './format.actions.ts';
import { moodOfJourney } from './mood.rules.ts';
import { photoAt } from './photo.actions.ts';
import { type WrittenAt, writtenAt } from './time.rules.ts';
import { type Fields, fieldsOf, kindOfFile, listOf, numberOf, textOf, textsOf } from './value.rules.ts';

const MAX_ENTRY_BYTES = 4_000_000;
/** What Journey stores for a missing number. */
const MAX_COORDINATE = 180;

const entriesOf = ({ paths }: Archive) => paths.filter((path) => /\.json$/i.test(path)).sort();

/** The ZIP that Journey exports: a JSON file for each entry, with its media beside it. */
export const JOURNEY: Format = {
  name: 'journey',
  recognize: async (archive) => {
    const [path] = entriesOf(archive);
    if (path === undefined || archive.byteLength(path) > MAX_ENTRY_BYTES) return false;
    const entry = await readJson(archive, path);
    return entry !== null && ('date_journal' in entry || 'dateOfJournal' in entry);
  },
  read: async function* (archive, context) {
    for (const path of entriesOf(archive)) {
      if (archive.byteLength(path) > MAX_ENTRY_BYTES) yield omitted('entry', 'too-large', path);
      else yield* readEntry(archive, context, path);
    }
  },
};

async function readJson(archive: Archive, path: string): Promise<Fields | null> {
  const bytes = await readFile(archive, path, MAX_ENTRY_BYTES);
  try {
    return fieldsOf(JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')));
  } catch {
    return null;
  }
}

async function* readEntry(archive: Archive, context: ReadingContext, path: string): AsyncGenerator<ImportItem> {
  const entry = await readJson(archive, path);
  if (entry === null) return yield omitted('entry', 'unreadable', path);
  const written = dateOf(entry, context, ['date_journal', 'dateOfJournal']);
  if (written === null) return yield omitted('entry', 'date-missing', path);

  const photos: ImportedPhoto[] = [];
  const names = [...textsOf(entry.photos), ...listOf(entry.attachments).flatMap(attachmentNameOf)];
  for (const name of names) {
    const kind = kindOfFile(name);
    const at = pathBeside(archive, path, name);
    if (kind !== 'photo') yield omitted(kind, 'not-supported', name);
    else if (at === null) yield omitted('photo', 'missing', name);
    else photos.push(photoAt(archive, at));
  }
  yield* unsupported(entry, path);

  const text = textOf(entry.text) ?? '';
  const isHtml =
    entry.type === 'html' || (entry.type !== 'markdown' && /<(p|div|br|span|h\d|ul|ol|b|i|a)\b/i.test(text));
  const content = isHtml ? await context.markdownOfHtml(text) : text;
  if (content === null) return yield omitted('entry', 'unreadable', path);
  const title = textOf(entry.title);
  if (content.trim() === '' && title === null && photos.length === 0) return yield omitted('entry', 'empty', path);
  yield {
    kind: 'entry',
    sourceId: textOf(entry.id) ?? path,
    notebook: null,
    title,
    content,
    mood: moodOfJourney(numberOf(entry.sentiment) ?? 0),
    tags: textsOf(entry.tags),
    entryDate: written.date,
    createdDate: written.date,
    createdAt: written.at,
    updatedAt: dateOf(entry, context, ['date_modified', 'updatedAt', 'dateModified'])?.at ?? written.at,
    photos,
  };
}

/** Milliseconds in older exports, an ISO text in newer ones. */
function dateOf(entry: Fields, { timeZone }: ReadingContext, names: readonly string[]): WrittenAt | null {
  const zone = textOf(entry.timezone) ?? textOf(entry.timeZone);
  for (const name of names) {
    const value = entry[name];
    const written = writtenAt(typeof value === 'number' ? value : textOf(value), zone, timeZone);
    if (written !== null) return written;
  }
  return null;
}

function attachmentNameOf(attachment: unknown): string[] {
  if (typeof attachment === 'string') return [attachment];
  const { filename, fileName, name } = fieldsOf(attachment);
  return textsOf(filename ?? fileName ?? name);
}

/** Media lie beside their entry, or in a folder of it. */
function pathBeside(archive: Archive, path: string, name: string): string | null {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const base = path.replace(/\.json$/i, '');
  return [`${folder}${name}`, `${base}/${name}`, name].find((one) => archive.has(one)) ?? null;
}

function* unsupported(entry: Fields, path: string): Generator<ImportItem> {
  const { lat, lng } = fieldsOf(entry.location);
  const latitude = numberOf(entry.lat) ?? numberOf(lat);
  const longitude = numberOf(entry.lon) ?? numberOf(lng);
  const hasPlace =
    latitude !== null &&
    longitude !== null &&
    Math.abs(latitude) <= MAX_COORDINATE &&
    Math.abs(longitude) <= MAX_COORDINATE;
  if (hasPlace || textOf(entry.address) !== null) yield omitted('location', 'not-supported', path);
  if (textOf(fieldsOf(entry.weather).description) !== null) yield omitted('weather', 'not-supported', path);
  if (textOf(entry.music_title) !== null) yield omitted('music', 'not-supported', path);
  if (entry.favourite === true || entry.favorite === true) yield omitted('star', 'not-supported', path);
  // A number whose meaning differs by version.
  if ((numberOf(entry.mood) ?? 0) > 0 && moodOfJourney(numberOf(entry.sentiment) ?? 0) === null)
    yield omitted('mood', 'not-supported', path);
  if (textOf(entry.folder) !== null) yield omitted('folder', 'not-supported', path);
}
