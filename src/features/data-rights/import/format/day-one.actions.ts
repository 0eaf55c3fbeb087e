import type { ImportedPhoto } from '#features/journal';
import { JsonStreamError, readJsonArrays } from '#platform/text/json-stream.ts';
import { type Archive, readStart, SINGLE_FILE } from '../archive.actions.ts';
import { momentsIn, textOfDayOne } from './day-one.rules.ts';
import { type Format, type ImportItem, omitted, type ReadingContext } from './format.actions.ts';
import { formatErrors } from './format.schema.ts';
import { photoAt } from './photo.actions.ts';
import { writtenAt } from './time.rules.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from './value.rules.ts';

const RECOGNIZED_BYTES = 4_096;

/** A file for each journal, beside folders of media, or the file of one journal alone. */
const journalsOf = ({ paths }: Archive) =>
  paths.filter((path) => path === SINGLE_FILE || /^[^/]+\.json$/i.test(path)).sort();

/** What Day One calls its first journal. A file that is no archive has no name. */
const FIRST_JOURNAL = 'Journal';

/** The ZIP that Day One exports as JSON, or a JSON file out of it. Each journal becomes a notebook. */
export const DAY_ONE: Format = {
  name: 'day-one',
  recognize: async (archive) => {
    const [path] = journalsOf(archive);
    if (path === undefined) return false;
    const start = (await readStart(archive, path, RECOGNIZED_BYTES)).toString('utf8', 0, RECOGNIZED_BYTES);
    return /^\uFEFF?\s*\{\s*"(metadata|entries)"\s*:/.test(start);
  },
  read: async function* (archive, context) {
    const pathByDigest = photoPathsOf(archive);
    for (const path of journalsOf(archive)) {
      const name = path === SINGLE_FILE ? FIRST_JOURNAL : path.replace(/\.json$/i, '');
      yield { kind: 'notebook', sourceId: name, name, description: '' };
      try {
        for await (const { value } of readJsonArrays(archive.stream(path), ['entries']))
          yield* readEntry(archive, context, fieldsOf(value), { notebook: name, pathByDigest });
      } catch (error) {
        throw error instanceof JsonStreamError ? formatErrors.broken() : error;
      }
    }
  },
};

function photoPathsOf({ paths }: Archive): ReadonlyMap<string, string> {
  const photos = paths.filter((path) => path.startsWith('photos/'));
  return new Map(
    photos.map((path) => [
      path
        .slice('photos/'.length)
        .replace(/\.[^.]*$/, '')
        .toLowerCase(),
      path,
    ]),
  );
}

function* readEntry(
  archive: Archive,
  { timeZone }: ReadingContext,
  entry: Fields,
  { notebook, pathByDigest }: { notebook: string; pathByDigest: ReadonlyMap<string, string> },
): Generator<ImportItem> {
  const text = textOf(entry.text) ?? '';
  const sourceId = textOf(entry.uuid);
  const label = text.slice(0, 80) || sourceId || '';
  const written = writtenAt(textOf(entry.creationDate), textOf(entry.timeZone), timeZone);
  if (sourceId === null) return yield omitted('entry', 'unreadable', label);
  if (written === null) return yield omitted('entry', 'date-missing', label);
  const modified = writtenAt(textOf(entry.modifiedDate), null, timeZone);

  const photos: ImportedPhoto[] = [];
  for (const { name, path } of photosOf(entry, text, pathByDigest)) {
    if (path === undefined) yield omitted('photo', 'missing', name);
    else photos.push(photoAt(archive, path));
  }
  for (const [field, kind] of UNSUPPORTED) {
    const values = Array.isArray(entry[field]) ? listOf(entry[field]) : Object.keys(fieldsOf(entry[field])).slice(0, 1);
    for (const _ of values) yield omitted(kind, 'not-supported', label);
  }
  if (entry.starred === true) yield omitted('star', 'not-supported', label);
  const content = textOfDayOne(text);
  if (content === '' && photos.length === 0) return yield omitted('entry', 'empty', written.date);
  yield {
    kind: 'entry',
    sourceId,
    notebook,
    title: null,
    content,
    mood: null,
    tags: textsOf(entry.tags),
    entryDate: written.date,
    createdDate: written.date,
    createdAt: written.at,
    updatedAt: modified?.at ?? written.at,
    photos,
  };
}

const UNSUPPORTED = [
  ['audios', 'audio'],
  ['videos', 'video'],
  ['pdfAttachments', 'document'],
  ['location', 'location'],
  ['weather', 'weather'],
  ['music', 'music'],
] as const;

/** The photos of an entry in the order of its text; those that it does not show come last. */
function photosOf(
  entry: Fields,
  text: string,
  pathByDigest: ReadonlyMap<string, string>,
): { name: string; path: string | undefined }[] {
  const shown = momentsIn(text);
  const positionOf = (id: string) => (shown.includes(id) ? shown.indexOf(id) : shown.length);
  return listOf(entry.photos)
    .map(fieldsOf)
    .map((photo) => ({
      id: textOf(photo.identifier)?.toUpperCase() ?? '',
      md5: textOf(photo.md5)?.toLowerCase() ?? '',
      order: numberOf(photo.orderInEntry) ?? 0,
    }))
    .map((photo) => ({ ...photo, position: positionOf(photo.id) }))
    .sort((one, other) => one.position - other.position || one.order - other.order)
    .map(({ id, md5 }) => ({ name: id || md5, path: pathByDigest.get(md5) ?? pathByDigest.get(id.toLowerCase()) }));
}
