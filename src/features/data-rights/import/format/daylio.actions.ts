import type { ImportedPhoto } from '#features/journal';
import { readCsv } from '#platform/text/csv.ts';
import { JsonStreamError, readJsonArrays } from '#platform/text/json-stream.ts';
import { type Archive, readStart, SINGLE_FILE } from '../archive.actions.ts';
import { clockTimeOf, timeText } from './clock-text.rules.ts';
import { activitiesOf, createMinuteIds, dateOfRecord, dateText, isHeader, isHtml } from './daylio.rules.ts';
import { type Format, type ImportItem, omitted, type ReadingContext } from './format.actions.ts';
import { formatErrors } from './format.schema.ts';
import { moodOfDaylio, predefinedMoodOfDaylio } from './mood.rules.ts';
import { photoAt } from './photo.actions.ts';
import { localTimeAt, type WrittenAt, writtenAt } from './time.rules.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf } from './value.rules.ts';

const BACKUP = 'backup.daylio';
const RECOGNIZED_BYTES = 500;

const csvOf = ({ paths }: Archive) => paths.find((path) => path === SINGLE_FILE || /\.csv$/i.test(path));

/** The backup of the app, a ZIP with its photos, or the exported CSV. */
export const DAYLIO: Format = {
  name: 'daylio',
  recognize: async (archive) => {
    if (archive.has(BACKUP)) return true;
    const path = csvOf(archive);
    return (
      path !== undefined &&
      isHeader((await readStart(archive, path, RECOGNIZED_BYTES)).toString('utf8', 0, RECOGNIZED_BYTES))
    );
  },
  read: (archive, context) => (archive.has(BACKUP) ? readBackup(archive, context) : readTable(archive, context)),
};

type Note = {
  sourceId: string;
  title: string;
  note: string;
  mood: string | null;
  tags: string[];
  written: WrittenAt;
  photos: ImportedPhoto[];
};

async function* readTable(archive: Archive, context: ReadingContext): AsyncGenerator<ImportItem> {
  const idOf = createMinuteIds();
  const records = readCsv(archive.stream(csvOf(archive) ?? SINGLE_FILE));
  for (;;) {
    // A record after one with unbalanced quotes cannot be distinguished from its text.
    const { done, value: record } = await records.next().catch(() => {
      throw formatErrors.broken();
    });
    if (done) return;
    const { mood = '', activities = '', note_title: title = '', note = '' } = record;
    const date = dateOfRecord(record);
    const givenTime = record.time?.trim() ?? '';
    const time = clockTimeOf(givenTime);
    const written = date === null ? null : localTimeAt(date, time, context.timeZone);
    if (written === null) {
      yield omitted('entry', 'date-missing', title || note);
      continue;
    }
    // The entry is dated at noon, which its author should know.
    if (time === null && givenTime !== '') yield omitted('time', 'unreadable', `${written.date} ${givenTime}`);
    yield* entryOf(context, {
      sourceId: idOf(`${written.date} ${time ?? ''}`),
      title,
      note,
      mood: mood.trim() === '' ? null : moodOfDaylio(mood),
      tags: activitiesOf(activities),
      written,
      photos: [],
    });
  }
}

async function* entryOf(
  { markdownOfHtml }: ReadingContext,
  { sourceId, title, note, mood, tags, written, photos }: Note,
): AsyncGenerator<ImportItem> {
  const content = isHtml(note) ? await markdownOfHtml(note.replaceAll('\n', '<br>')) : note;
  if (content === null) return yield omitted('entry', 'unreadable', title || written.date);
  yield {
    kind: 'entry',
    sourceId,
    notebook: null,
    title: title.trim() === '' ? titleOf(content, mood, written.date) : title,
    content,
    mood,
    tags,
    entryDate: written.date,
    createdDate: written.date,
    createdAt: written.at,
    updatedAt: written.at,
    photos,
  };
}

/** Many entries are a mood and activities alone. */
function titleOf(content: string, mood: string | null, date: string): string | null {
  return content.trim() === '' ? (mood ?? date) : null;
}

/** Names of a backup by their ids. */
type Names = {
  moods: ReadonlyMap<number, string>;
  tags: ReadonlyMap<number, string>;
  assets: ReadonlyMap<number, { checksum: string; isPhoto: boolean }>;
};

async function* readBackup(archive: Archive, context: ReadingContext): AsyncGenerator<ImportItem> {
  try {
    // Twice: an entry can come before the names that it refers to.
    const names = await readNames(archive);
    const pathByChecksum = new Map(
      archive.paths.filter((path) => path.startsWith('assets/')).map((path) => [path.replace(/^.*\//, ''), path]),
    );
    const idOf = createMinuteIds();
    for await (const { value } of readJsonArrays(decodeBase64(archive.stream(BACKUP)), ['dayEntries']))
      yield* readDayEntry(archive, context, fieldsOf(value), { names, pathByChecksum, idOf });
  } catch (error) {
    throw error instanceof JsonStreamError ? formatErrors.broken() : error;
  }
}

const PHOTO_TYPE = 1;

async function readNames(archive: Archive): Promise<Names> {
  const moods = new Map<number, string>();
  const tags = new Map<number, string>();
  const assets = new Map<number, { checksum: string; isPhoto: boolean }>();
  const values = readJsonArrays(decodeBase64(archive.stream(BACKUP)), ['customMoods', 'tags', 'assets']);
  for await (const { key, value } of values) {
    const fields = fieldsOf(value);
    const id = numberOf(fields.id);
    if (id === null) continue;
    if (key === 'customMoods') {
      const predefined = predefinedMoodOfDaylio(numberOf(fields.predefined_name_id) ?? 0);
      moods.set(id, textOf(fields.custom_name) ?? predefined ?? '');
    } else if (key === 'tags') tags.set(id, textOf(fields.name) ?? '');
    else
      assets.set(id, { checksum: textOf(fields.checksum) ?? '', isPhoto: (fields.type ?? PHOTO_TYPE) === PHOTO_TYPE });
  }
  return { moods, tags, assets };
}

type Lookup = { names: Names; pathByChecksum: ReadonlyMap<string, string>; idOf: (minute: string) => string };

async function* readDayEntry(
  archive: Archive,
  context: ReadingContext,
  entry: Fields,
  { names, pathByChecksum, idOf }: Lookup,
): AsyncGenerator<ImportItem> {
  const title = textOf(entry.note_title) ?? '';
  const note = textOf(entry.note) ?? '';
  const [year, month, day] = [entry.year, entry.month, entry.day].map(numberOf);
  const [hour, minute] = [entry.hour, entry.minute].map(numberOf);
  // Months begin with 0.
  const date = dateText(year ?? 0, (month ?? 0) + 1, day ?? 0);
  const time = timeText(hour ?? 12, minute ?? 0);
  // The instant is exact; the date is that of the clock on the wall.
  const local = localTimeAt(date, time, context.timeZone);
  if (local === null) return yield omitted('entry', 'date-missing', title || note);
  const at = writtenAt(numberOf(entry.datetime), null, context.timeZone)?.at ?? local.at;

  const photos: ImportedPhoto[] = [];
  for (const id of listOf(entry.assets).map(numberOf)) {
    const asset = names.assets.get(id ?? -1);
    const path = asset && pathByChecksum.get(asset.checksum);
    if (asset?.isPhoto === false) yield omitted('audio', 'not-supported', `${date} ${time}`);
    else if (path === undefined) yield omitted('photo', 'missing', `${date} ${time}`);
    else photos.push(photoAt(archive, path));
  }
  const mood = names.moods.get(numberOf(entry.mood) ?? -1) ?? '';
  yield* entryOf(context, {
    sourceId: idOf(`${date} ${time}`),
    title,
    note,
    mood: mood === '' ? null : moodOfDaylio(mood),
    tags: listOf(entry.tags).map((id) => names.tags.get(numberOf(id) ?? -1) ?? ''),
    written: { at, date },
    photos,
  });
}

/** Decodes base64 as it comes, with or without line breaks. */
async function* decodeBase64(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const chunk of source) {
    const text = rest + chunk.toString('latin1').replaceAll(/\s/g, '');
    const end = text.length - (text.length % 4);
    rest = text.slice(end);
    yield Buffer.from(text.slice(0, end), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
