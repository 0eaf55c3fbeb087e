import type { Tx } from '../../../platform/db/database.ts';
import {
  checkImportedPhoto,
  type FittedEntry,
  fitEntry,
  fitNotebook,
  type ImportedNotebook,
  importEntries,
  importNotebooks,
  type LeftOut,
  storeImportedPhoto,
} from '../../journal/index.ts';
import type { ImportDeps } from '../deps.ts';
import type { ImportItem } from './format/format.actions.ts';

/** A record as its feature accepts it. */
export type FittedRecord = ImportedNotebook | FittedEntry;

/** A record whose files are stored. */
export type PreparedRecord = { record: FittedRecord; id: string; photoIds: readonly string[] };

/** What is imported of an item, and what is left out. */
export function fitItem(
  item: ImportItem,
  facts: { today: string; now: Date },
): { records: FittedRecord[]; leftOut: LeftOut[] } {
  switch (item.kind) {
    case 'left-out':
      return { records: [], leftOut: [item.leftOut] };
    case 'notebook':
      return { records: [fitNotebook(item)], leftOut: [] };
    case 'entry': {
      const { entries, leftOut } = fitEntry(item, facts);
      return { records: entries, leftOut };
    }
  }
}

/** The records that a record refers to. */
export function referencesOf(record: FittedRecord): { kind: FittedRecord['kind']; sourceId: string }[] {
  return record.kind === 'entry' && record.notebook !== null ? [{ kind: 'notebook', sourceId: record.notebook }] : [];
}

/** Stores the photos of a record, or checks them in a dry run. `photos` counts those that are imported. */
export async function preparePhotos(
  deps: ImportDeps,
  { userId, isDryRun }: { userId: string; isDryRun: boolean },
  record: FittedRecord,
  beforeEach: () => Promise<void>,
): Promise<{ photos: number; photoIds: string[]; leftOut: LeftOut[] }> {
  const photoIds: string[] = [];
  const leftOut: LeftOut[] = [];
  const photos = record.kind === 'entry' ? record.photos : [];
  for (const photo of photos) {
    await beforeEach();
    if (isDryRun) {
      const reason = await checkImportedPhoto(deps, userId, photo);
      if (reason !== null) leftOut.push(reason);
      continue;
    }
    const result = await storeImportedPhoto(deps, userId, photo);
    if ('leftOut' in result) leftOut.push(result.leftOut);
    else photoIds.push(result.photoId);
  }
  return { photos: photos.length - leftOut.length, photoIds, leftOut };
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
  idOf: (reference: { kind: FittedRecord['kind']; sourceId: string }) => string | null,
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
}
