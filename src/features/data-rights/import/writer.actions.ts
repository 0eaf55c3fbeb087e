import {
  checkImportedPhoto,
  type FittedEntry,
  fitEntry,
  fitNotebook,
  type ImportedNotebook,
  type ImportedPhoto,
  importEntries,
  importNotebooks,
  type LeftOut,
  storeImportedPhoto,
} from '#features/journal';
import type { Tx } from '#platform/db/database.ts';
import type { ImportDeps } from '../deps.ts';
import type { ImportItem } from './format/format.actions.ts';
import type { MeadowRecord } from './meadow/meadow-item.actions.ts';
import {
  isDiary,
  type Reference,
  referencesOfRecord,
  storeRecordFile,
  writeMeadowRecords,
} from './meadow/meadow-record.actions.ts';

/** A record as its feature accepts it. */
export type FittedRecord = ImportedNotebook | FittedEntry | MeadowRecord;

/** A record whose files are stored. */
export type PreparedRecord = {
  record: FittedRecord;
  id: string;
  photoIds: readonly string[];
  fileKey: string | null;
  /** Photos and its file. */
  pictures: number;
};

/** What is imported of an item, and what is left out. */
export function fitItem(
  item: ImportItem,
  facts: { today: string; now: Date },
): { records: FittedRecord[]; omitted: LeftOut[] } {
  switch (item.kind) {
    case 'left-out':
      return { records: [], omitted: [item.omitted] };
    case 'notebook':
      return { records: [fitNotebook(item)], omitted: [] };
    case 'record':
      return { records: [item], omitted: [] };
    case 'entry': {
      const { entries, omitted } = fitEntry(item, facts);
      return { records: entries, omitted };
    }
  }
}

/** The records that a record refers to. */
export function referencesOf({ tables }: Pick<ImportDeps, 'tables'>, record: FittedRecord): Reference[] {
  if (record.kind === 'record') return referencesOfRecord(tables, record);
  return record.kind === 'entry' && record.notebook !== null ? [{ kind: 'notebook', sourceId: record.notebook }] : [];
}

/** The text that a record adds to the database. The fields of an entry or a notebook are not stored twice. */
export function textBytesOf(record: FittedRecord): number {
  if (record.kind === 'record')
    return isDiary(record.collection) ? 0 : Buffer.byteLength(JSON.stringify(record.record));
  const texts =
    record.kind === 'entry'
      ? [record.title, record.content, record.mood ?? '', ...record.tags]
      : [record.name, record.description];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/**
 * Stores the pictures of a record, or checks them in a dry run: at most `maxPhotos`, and leaves out the others. `photos` counts the photos of an
 * entry that are imported, `pictures` all.
 */
export async function preparePhotos(
  deps: ImportDeps,
  { userId, isDryRun, maxPhotos }: { userId: string; isDryRun: boolean; maxPhotos: number },
  record: FittedRecord,
  beforeEach: () => Promise<void>,
): Promise<{ photos: number; pictures: number; photoIds: string[]; fileKey: string | null; omitted: LeftOut[] }> {
  if (record.kind === 'record') {
    await beforeEach();
    const prepared = await prepareFile(deps, userId, record, { isDryRun, maxPhotos });
    const pictures = record.file === null || prepared.omitted.length > 0 ? 0 : 1;
    return { photos: 0, pictures, photoIds: [], ...prepared };
  }
  const photoIds: string[] = [];
  const omitted: LeftOut[] = [];
  const photos = record.kind === 'entry' ? record.photos : [];
  for (const [index, photo] of photos.entries()) {
    await beforeEach();
    if (index - omitted.length >= maxPhotos) {
      omitted.push(tooMany(photo));
      continue;
    }
    if (isDryRun) {
      const reason = await checkImportedPhoto(deps, userId, photo);
      if (reason !== null) omitted.push(reason);
      continue;
    }
    const result = await storeImportedPhoto(deps, userId, photo);
    if ('omitted' in result) omitted.push(result.omitted);
    else photoIds.push(result.photoId);
  }
  const imported = photos.length - omitted.length;
  return { photos: imported, pictures: imported, photoIds, fileKey: null, omitted };
}

const tooMany = ({ name }: ImportedPhoto): LeftOut => ({ kind: 'photo', reason: 'too-many', example: name });

async function prepareFile(
  deps: ImportDeps,
  userId: string,
  record: MeadowRecord,
  { isDryRun, maxPhotos }: { isDryRun: boolean; maxPhotos: number },
): Promise<{ fileKey: string | null; omitted: LeftOut[] }> {
  const { file } = record;
  if (file === null) return { fileKey: null, omitted: [] };
  if (maxPhotos < 1) return { fileKey: null, omitted: [tooMany(file)] };
  if (isDryRun) {
    const reason = await checkImportedPhoto(deps, userId, file);
    return { fileKey: null, omitted: reason === null ? [] : [reason] };
  }
  const result = await storeRecordFile(deps, userId, record, file);
  return 'omitted' in result ? { fileKey: null, omitted: [result.omitted] } : { ...result, omitted: [] };
}

/**
 * Writes records with new ids, in the caller's transaction. `idOf` gives the ids of records that these refer to; null if one was never
 * imported.
 */
export async function writeRecords(
  deps: ImportDeps,
  tx: Tx,
  userId: string,
  prepared: readonly PreparedRecord[],
  idOf: (reference: Reference) => string | null,
): Promise<void> {
  const notebooks = prepared.flatMap(({ record, id }) => (record.kind === 'notebook' ? { ...record, id } : []));
  await importNotebooks(deps, tx, userId, notebooks);
  const entries = prepared.flatMap(({ record, id, photoIds }) => {
    if (record.kind !== 'entry') return [];
    const { notebook } = record;
    const notebookId = notebook === null ? null : idOf({ kind: 'notebook', sourceId: notebook });
    return { ...record, id, notebookId, photoIds };
  });
  await importEntries(tx, userId, entries);
  const others = prepared.flatMap(({ record, id, fileKey }) =>
    record.kind === 'record' ? { ...record, id, fileKey } : [],
  );
  await writeMeadowRecords(deps, tx, userId, others, idOf);
}
