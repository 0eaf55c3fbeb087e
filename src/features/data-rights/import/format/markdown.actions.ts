import type { ImportedPhoto } from '#features/journal';
import { readMarkdownFile } from '#platform/text/front-matter.ts';
import { picturesIn, withoutPictures } from '#platform/text/markdown-picture.ts';
import { type Archive, readFile } from '../archive.actions.ts';
import { type Format, type ImportItem, omitted, type ReadingContext } from './format.actions.ts';
import { dateInPath, FIELDS, nameOf, pathsFor, pick, readDate, tagsOf, titleOfPath } from './markdown.rules.ts';
import { photoAt } from './photo.actions.ts';
import { localTimeAt, type WrittenAt, writtenAt } from './time.rules.ts';
import { type Fields, kindOfFile, textOf } from './value.rules.ts';

const MAX_FILE_BYTES = 4_000_000;
const MARKDOWN_FILE = /\.(md|markdown)$/i;
/** The paths in folders of settings or deleted notes, such as `.obsidian/` or `.trash/`. */
const HIDDEN = /(^|\/)\.[^/]/;

const notesOf = ({ paths }: Archive) => paths.filter((path) => MARKDOWN_FILE.test(path) && !HIDDEN.test(path)).sort();

/** A ZIP of Markdown files with front matter, such as a vault of Obsidian. Each folder becomes a notebook. */
export const MARKDOWN: Format = {
  name: 'markdown',
  recognize: async (archive) => notesOf(archive).length > 0,
  read: async function* (archive, context) {
    const pathsByName = groupByName(archive.paths);
    const notebooks = new Set<string>();
    const used = new Set<string>();
    for (const path of notesOf(archive)) {
      const notebook = notebookOf(path);
      if (notebook !== null && !notebooks.has(notebook)) {
        notebooks.add(notebook);
        yield { kind: 'notebook', sourceId: notebook, name: notebook.replaceAll('/', ' / '), description: '' };
      }
      yield* readNote(archive, context, path, { notebook, pathsByName, used });
    }
    for (const path of archive.paths) {
      const isNote = MARKDOWN_FILE.test(path) && !HIDDEN.test(path);
      if (!isNote && !used.has(path))
        yield omitted(HIDDEN.test(path) ? 'file' : kindOfFile(path), 'not-supported', path);
    }
  },
};

/** The folder of a note. Folders of years, months and days are no notebooks. */
function notebookOf(path: string): string | null {
  const folders = path.split('/').slice(0, -1);
  return folders.filter((folder) => !/^[\d\-_. ]+$/.test(folder)).join('/') || null;
}

function groupByName(paths: readonly string[]): ReadonlyMap<string, string> {
  // The first of equal names: a reference without a folder cannot tell them apart.
  return new Map([...paths].reverse().map((path) => [nameOf(path), path]));
}

type NoteFolder = { notebook: string | null; pathsByName: ReadonlyMap<string, string>; used: Set<string> };

async function* readNote(
  archive: Archive,
  context: ReadingContext,
  path: string,
  { notebook, pathsByName, used }: NoteFolder,
): AsyncGenerator<ImportItem> {
  if (archive.byteLength(path) > MAX_FILE_BYTES) return yield omitted('entry', 'too-large', path);
  const bytes = await readFile(archive, path, MAX_FILE_BYTES);
  const source = decode(bytes);
  const file = source === null ? null : readMarkdownFile(source);
  if (file === null) return yield omitted('entry', 'unreadable', path);
  const { fields, text } = file;
  const dateField = pick(fields, FIELDS.date);
  const given = dateField === undefined ? null : (textOf(dateField) ?? '');
  const named = writtenBy(fields, path, context);
  // A date that cannot be read is no reason to take another one for it.
  const written = named ?? (given === null ? changedAt(archive, path, context) : null);
  if (written === null) return yield omitted('entry', 'date-missing', path);
  if (named === null) yield omitted('date', 'from-file', `${written.date} ${path}`);
  const read = readDate(given ?? '');
  const unread = read === null ? given : read.unread;
  if (unread !== null && unread !== undefined) yield omitted('time', 'unreadable', `${written.date} ${unread}`);

  const photos = new Map<string, ImportedPhoto>();
  const pictures = picturesIn(text);
  const imported: typeof pictures = [];
  for (const picture of pictures) {
    const { source } = picture;
    if (/^(https?|data):/i.test(source)) {
      yield omitted('photo', 'not-supported', source.slice(0, 80));
      continue;
    }
    const candidates = pathsFor(source, path);
    const found = candidates.find((one) => archive.has(one)) ?? pathsByName.get(nameOf(candidates[0] ?? ''));
    if (found === undefined) yield omitted('photo', 'missing', source);
    // Other files are counted once at the end.
    else if (kindOfFile(found) === 'photo') {
      photos.set(found, photoAt(archive, found));
      used.add(found);
      imported.push(picture);
    }
  }
  const title = textOf(pick(fields, FIELDS.title)) ?? titleOfPath(path);
  if (text.trim() === '' && title === null && photos.size === 0) return yield omitted('entry', 'empty', path);
  yield {
    kind: 'entry',
    sourceId: textOf(pick(fields, FIELDS.id)) ?? path,
    notebook,
    title,
    content: withoutPictures(text, imported),
    mood: textOf(pick(fields, FIELDS.mood)),
    tags: tagsOf(pick(fields, FIELDS.tags)),
    entryDate: written.date,
    createdDate: written.date,
    createdAt: written.at,
    updatedAt: dateOf(pick(fields, FIELDS.updated), fields, context)?.at ?? written.at,
    photos: [...photos.values()],
  };
}

/** UTF-8, or UTF-16 with its mark. Null for others, and for files that are no text. */
function decode(bytes: Buffer): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function writtenBy(fields: Fields, path: string, context: ReadingContext): WrittenAt | null {
  const given = dateOf(pick(fields, FIELDS.date), fields, context);
  if (given !== null) return given;
  const date = dateInPath(path);
  return date === null ? null : localTimeAt(date, null, context.timeZone);
}

function changedAt(archive: Archive, path: string, { timeZone }: ReadingContext): WrittenAt | null {
  const changed = archive.changedAt(path);
  if (changed === null) return null;
  if ('instant' in changed) return writtenAt(changed.instant.getTime(), null, timeZone);
  const [date = '', time = null] = changed.local.split('T');
  return localTimeAt(date, time, timeZone);
}

function dateOf(value: unknown, fields: Fields, { timeZone }: ReadingContext): WrittenAt | null {
  const read = readDate(textOf(value) ?? '');
  if (read === null) return null;
  const zone = textOf(pick(fields, FIELDS.timeZone));
  if (read.instant !== null) {
    const instant = writtenAt(read.instant, null, timeZone);
    // The date where the author was: an offset says it.
    return (
      instant &&
      (read.instant.endsWith('Z') ? writtenAt(read.instant, zone, timeZone) : { ...instant, date: read.date })
    );
  }
  return (
    (zone === null ? null : localTimeAt(read.date, read.time, zone)) ?? localTimeAt(read.date, read.time, timeZone)
  );
}
