import { Compile } from 'typebox/compile';
import type { ImportedPhoto } from '#features/journal';
import type { CollectionRecord } from '../../collection/collection.store.ts';
import { EXPORT_FORMAT, EXPORT_VERSION } from '../../export/export.schema.ts';
import { type Archive, readFile } from '../archive.actions.ts';
import { sourceIdOf } from '../meadow/meadow-record.rules.ts';
import { type CollectionShape, type Format, type ImportItem, omitted } from './format.actions.ts';
import { formatErrors } from './format.schema.ts';
import { photoAt } from './photo.actions.ts';

const MANIFEST = 'manifest.json';
const MAX_MANIFEST_BYTES = 10_000_000;
/** More than an entry of 100,000 characters with all of its fields. */
const MAX_LINE_BYTES = 4_000_000;
/** They come before the records that depend on them. */
const FIRST = ['account/profile', 'music/plays', 'journal/photos', 'journal/notebooks', 'journal/entries'];

/** The JSON escapes of characters that the database cannot store. After an odd number of backslashes it is a text about an escape. */
const UNSTORABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i;

type Line = { record: CollectionRecord; position: number };
/** Photos by their entry. */
type Photos = Map<string, Line[]>;

/** An export of Meadow. */
export const MEADOW: Format = {
  name: 'meadow',
  recognize: async (archive) => archive.has(MANIFEST) && (await readManifest(archive)) !== null,
  read: async function* (archive, { collections }) {
    const manifest = await readManifest(archive);
    if (manifest === null) throw formatErrors.broken();
    const { accountId } = manifest;
    const photos: Photos = new Map();
    const avatar = archive.paths.find((path) => /^media\/avatar\.\w+$/.test(path));
    // An imported profile is history, and the avatar belongs to the current one.
    const pathOf = (collection: string, record: CollectionRecord) =>
      collection === 'account/profile' && record.imported !== true ? avatar : (record.file ?? record.background_file);
    const itemOf = (collection: string, line: Line): ImportItem => ({
      kind: 'record',
      sourceId: sourceIdOf(collection, line.record),
      collection,
      ...line,
      file: fileOf(archive, pathOf(collection, line.record)),
      accountId,
    });
    const rest = collections.filter(({ name }) => !FIRST.includes(name));
    const first = FIRST.flatMap((name) => collections.find((collection) => collection.name === name) ?? []);
    for (const collection of [...first, ...rest]) {
      const { name } = collection;
      for await (const line of readRecords(archive, collection)) {
        if (line === null) {
          yield omitted('record', 'unreadable', name);
          continue;
        }
        const { record } = line;
        if (name === 'journal/photos' && typeof record.entry_id === 'string' && record.imported !== true) {
          const ofEntry = photos.get(record.entry_id) ?? [];
          photos.set(record.entry_id, ofEntry);
          ofEntry.push(line);
          continue;
        }
        if (record.imported !== true) yield* diaryItems(archive, name, record, photos);
        yield itemOf(name, line);
      }
    }
    // These photos belong to entries in the trash, which are kept as history.
    for (const line of [...photos.values()].flat()) yield itemOf('journal/photos', line);
  },
};

async function readManifest(archive: Archive): Promise<{ accountId: string } | null> {
  const text = (await readFile(archive, MANIFEST, MAX_MANIFEST_BYTES)).toString();
  try {
    const { format, version, account } = JSON.parse(text);
    return format === EXPORT_FORMAT && version === EXPORT_VERSION ? { accountId: String(account.id) } : null;
  } catch {
    return null;
  }
}

/** The entry or notebook of a record, which its feature writes. The record completes it. Takes the photos of the entry. */
function* diaryItems(
  archive: Archive,
  collection: string,
  record: CollectionRecord,
  photos: Photos,
): Generator<ImportItem> {
  const sourceId = String(record.id);
  if (collection === 'journal/notebooks') {
    const { name, description } = record;
    yield { kind: 'notebook', sourceId, name: String(name), description: String(description), isExact: true };
  }
  if (collection !== 'journal/entries') return;
  const files = (photos.get(sourceId) ?? [])
    .map(({ record: photo }) => ({ position: Number(photo.position), file: String(photo.file) }))
    .sort((one, other) => one.position - other.position);
  photos.delete(sourceId);
  const isThere = files.filter(({ file }) => archive.has(file));
  for (const { file } of files) if (!archive.has(file)) yield omitted('photo', 'missing', file);
  yield {
    kind: 'entry',
    sourceId,
    notebook: record.notebook_id as string | null,
    title: String(record.title),
    content: String(record.content),
    mood: record.mood as string | null,
    tags: record.tags as string[],
    entryDate: String(record.entry_date),
    createdDate: String(record.created_date),
    createdAt: new Date(String(record.created_at)),
    updatedAt: new Date(String(record.updated_at)),
    photos: isThere.map(({ file }) => photoAt(archive, file)),
    isExact: true,
  };
}

function fileOf(archive: Archive, path: unknown): ImportedPhoto | null {
  return typeof path === 'string' && archive.has(path) ? photoAt(archive, path) : null;
}

/** The records of a collection; null for one that does not fit its schema. */
async function* readRecords(archive: Archive, { name, record: schema }: CollectionShape): AsyncGenerator<Line | null> {
  const path = `data/${name}.ndjson`;
  if (!archive.has(path)) return;
  const shape = Compile(schema);
  const optional = nullableFieldsOf(schema);
  let position = 0;
  for await (const text of linesOf(archive.stream(path))) {
    const record = text === null ? null : complete(parse(text), optional);
    yield record !== null && shape.Check(record) ? { record: record as CollectionRecord, position } : null;
    position += 1;
  }
}

/** An older export lacks the fields that were added since. Their value is null: only fields that may be null are added. */
function complete(record: unknown, optional: Readonly<Record<string, null>>): unknown {
  return typeof record === 'object' && record !== null ? { ...optional, ...record } : record;
}

function nullableFieldsOf({ properties = {} }: CollectionShape['record'] & { properties?: object }) {
  const fields = Object.entries(properties).filter(([, shape]) => isNullable(shape));
  return Object.fromEntries(fields.map(([name]) => [name, null]));
}

function isNullable({ type, anyOf = [] }: { type?: unknown; anyOf?: { type?: unknown }[] }): boolean {
  return type === 'null' || anyOf.some(isNullable);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return UNSTORABLE.test(JSON.stringify(value)) ? null : value;
  } catch {
    return null;
  }
}

/** The lines of a file; null for one that is too long. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = () => {
    const line = bytes > MAX_LINE_BYTES ? null : Buffer.concat(parts).toString();
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      bytes += end - start;
      yield take();
      start = end + 1;
    }
    bytes += chunk.length - start;
    if (bytes <= MAX_LINE_BYTES) parts.push(chunk.subarray(start));
    else parts = [];
  }
  if (bytes > 0) yield take();
}
