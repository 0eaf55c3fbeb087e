import { Compile } from 'typebox/compile';
import { isDayStart, storeAvatar } from '#features/account';
import { type ImportedPhoto, isDateInRange, type LeftOut, orLeftOut, pastInstant } from '#features/journal';
import { publicUrlOf } from '#features/media';
import { ToneAnalysis } from '#features/tone';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inSavepoint } from '#platform/db/savepoint.ts';
import type { Collection, Table } from '#platform/db/table/table-facts.ts';
import { collectionsOf, findCollection } from '#platform/db/table/tables.ts';
import { sqlStateOf } from '#platform/errors.ts';
import { randomToken } from '#platform/random.ts';
import { searchTextOf } from '#platform/text/search/fold.ts';
import type { CollectionRecord } from '../../collection/collection.store.ts';
import type { ImportDeps } from '../../deps.ts';
import type { MeadowRecord } from './meadow-item.actions.ts';
import { pickImportedPreferences } from './meadow-record.rules.ts';
import {
  type HistoryRow,
  insertHistory,
  insertRestoredPreferences,
  insertRestoredQuietHours,
  insertRestoredRows,
  listOwnRecordIds,
  type RestoredRow,
  updateRestoredEntries,
  updateRestoredNotebooks,
  updateRestoredProfile,
} from './meadow-record.store.ts';

export type Reference = { kind: 'record' | 'entry' | 'notebook'; sourceId: string };

export type PreparedMeadowRecord = MeadowRecord & { id: string; fileKey: string | null };

const PROFILE = 'account/profile';
const MAX_SIDE = 2_048;
const Tone = Compile(ToneAnalysis);

export function referencesOfRecord(tables: readonly Table[], { collection, record }: MeadowRecord): Reference[] {
  if (collection === 'journal/entries') return [{ kind: 'entry', sourceId: String(record.id) }];
  if (collection === 'journal/notebooks') return [{ kind: 'notebook', sourceId: String(record.id) }];
  return Object.entries(findCollection(tables, collection)?.restoration?.references ?? {}).flatMap(([field, target]) =>
    record[field] == null ? [] : { kind: 'record' as const, sourceId: `${target.collection} ${record[field]}` },
  );
}

/** Stores the file of a record as an image: its key, or why it is left out. */
export async function storeRecordFile(
  deps: ImportDeps,
  userId: string,
  { collection }: MeadowRecord,
  file: ImportedPhoto,
): Promise<{ fileKey: string } | { omitted: LeftOut }> {
  return orLeftOut(file, async () => {
    if (collection === PROFILE) return { fileKey: await storeAvatar(deps, userId, file) };
    const folder = collection === 'journal/entries' ? 'entry-backgrounds' : 'imported';
    const side = { width: MAX_SIDE, height: MAX_SIDE };
    const { bytes } = await deps.images.prepare(userId, file, { ...side, fit: 'inside', format: 'webp' });
    const fileKey = `${folder}/${userId}-${randomToken(deps.random)}.webp`;
    await deps.storage.put(fileKey, bytes);
    return { fileKey };
  });
}

/**
 * Finds the records of an export, and those that they refer to, that are still in the account of the user, which it was made of. What is no
 * row of its own, such as a ledger, is there as well.
 */
export async function findRecordsAtHome(
  { db, tables }: { db: Db; tables: readonly Table[] },
  userId: string,
  records: readonly (MeadowRecord | { kind: 'entry' | 'notebook'; sourceId: string })[],
): Promise<{ reference: Reference; id: string }[]> {
  const references = records.flatMap((one) =>
    one.kind === 'record' ? [one, ...referencesOfRecord(tables, one)] : [one],
  );
  const rows = references.flatMap(({ kind, sourceId }) => {
    const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(sourceId)?.[0];
    return id === undefined ? [] : [{ reference: { kind, sourceId }, id }];
  });
  const own = new Set(
    await listOwnRecordIds(db, restoredTablesOf(tables), userId, [...new Set(rows.map(({ id }) => id))]),
  );
  const others = records.flatMap((one) =>
    one.kind === 'record' &&
    one.accountId === userId &&
    (!isRow(tables, one.collection) || one.record.imported === true)
      ? [{ reference: { kind: one.kind, sourceId: one.sourceId }, id: userId }]
      : [],
  );
  return [...rows.filter(({ id }) => own.has(id)), ...others];
}

const isRow = (tables: readonly Table[], collection: string) =>
  isDiary(collection) || findCollection(tables, collection)?.restoration != null;

/** Those whose rows have an id of an exported record. */
const restoredTablesOf = (tables: readonly Table[]) => [
  'journal_entry',
  'notebook',
  ...collectionsOf(tables).flatMap(({ restoration }) => restoration?.table ?? []),
];

/** Whether the records of a collection complete what `importEntries` and `importNotebooks` write. */
export const isDiary = (collection: string) => collection === 'journal/entries' || collection === 'journal/notebooks';

/** Writes records as rows where they can take effect, and as history otherwise, in the caller's transaction. */
export async function writeMeadowRecords(
  deps: Pick<ImportDeps, 'clock' | 'publicUrl' | 'tables'>,
  tx: Tx,
  userId: string,
  given: readonly PreparedMeadowRecord[],
  idOf: (reference: Reference) => string | null,
): Promise<void> {
  const now = deps.clock.now();
  const history: PreparedMeadowRecord[] = [];
  for (const name of new Set(given.map((record) => record.collection))) {
    const collection = findCollection(deps.tables, name);
    const group = given.filter((record) => record.collection === name);
    const current = group.filter(({ record }) => record.imported !== true);
    history.push(...group.filter(({ record }) => record.imported === true));
    const kept = collection === undefined ? current : await restoreRecords(deps, tx, userId, collection, current, idOf);
    history.push(...kept);
  }
  if (history.length > 0) await insertHistory(tx, userId, history.map(historyRow), now);
}

/** Returns the records to keep as history, as they are. */
async function restoreRecords(
  deps: Pick<ImportDeps, 'clock' | 'publicUrl'>,
  tx: Tx,
  userId: string,
  collection: Collection,
  records: readonly PreparedMeadowRecord[],
  idOf: (reference: Reference) => string | null,
): Promise<PreparedMeadowRecord[]> {
  const now = deps.clock.now();
  const recordById = new Map(records.map(({ id, record }) => [id, record]));
  const asGiven = (kept: readonly PreparedMeadowRecord[]) =>
    kept.map((one) => ({ ...one, record: recordById.get(one.id) ?? one.record }));
  const fitted = records.map((one) => ({ ...one, record: withPastInstants(collection, one.record, now) }));
  if (collection.restoration === null) {
    return asGiven(await restoreOthers(deps, tx, userId, collection.name, fitted, idOf));
  }
  const isPast = isPastOf(collection, now);
  const kept = await restoreRows(tx, userId, collection.restoration, fitted.filter(isPast), idOf);
  const future = fitted.filter((one) => !isPast(one));
  return asGiven([...kept, ...future]);
}

/** Whether the dates of a record could be written: of the last century on, at most tomorrow anywhere. */
function isPastOf({ days, restoration }: Collection, now: Date): (record: PreparedMeadowRecord) => boolean {
  const today = localDateOf(now, 'UTC');
  const past = days.filter((name) => !restoration?.futureDays?.includes(name));
  return ({ record }) =>
    past.every((name) => typeof record[name] !== 'string' || isDateInRange(record[name] as string, today));
}

/** Returns the records that became no rows. */
async function restoreRows(
  tx: Tx,
  userId: string,
  restoration: NonNullable<Collection['restoration']>,
  records: readonly PreparedMeadowRecord[],
  idOf: (reference: Reference) => string | null,
): Promise<PreparedMeadowRecord[]> {
  const references = Object.entries(restoration.references ?? {});
  const rows = records.flatMap(({ record, id }) => {
    const row: RestoredRow = { ...record, id, is_imported: true };
    for (const [field, { collection, isRequired }] of references) {
      row[field] = record[field] == null ? null : idOf({ kind: 'record', sourceId: `${collection} ${record[field]}` });
      if (row[field] === null && isRequired) return [];
    }
    return [row];
  });
  const inserted = new Set<string>();
  await eachOrAll(tx, rows, async (part) => {
    for (const id of await insertRestoredRows(tx, restoration, userId, part)) inserted.add(id);
  });
  return records.filter(({ id }) => !inserted.has(id));
}

/** Returns the records to keep as history. */
async function restoreOthers(
  deps: Pick<ImportDeps, 'publicUrl'>,
  tx: Tx,
  userId: string,
  collection: string,
  records: readonly PreparedMeadowRecord[],
  idOf: (reference: Reference) => string | null,
): Promise<readonly PreparedMeadowRecord[]> {
  const rows = (kind: 'entry' | 'notebook') =>
    records.flatMap(({ record, fileKey }) => {
      const id = idOf({ kind, sourceId: String(record.id) });
      const tone = Tone.Check(record.emotional_tone) ? record.emotional_tone : null;
      return id === null ? [] : [{ ...record, id, emotional_tone: tone, background_key: fileKey }];
    });
  switch (collection) {
    case 'journal/entries':
      await eachOrAll(tx, rows('entry'), (part) => updateRestoredEntries(tx, userId, part));
      return [];
    case 'journal/notebooks':
      await eachOrAll(tx, rows('notebook'), (part) => updateRestoredNotebooks(tx, userId, part));
      return [];
    case PROFILE:
      for (const { record, fileKey } of records) {
        const preferences = pickImportedPreferences(record.preferences, isDayStart);
        const fullName = String(record.full_name).slice(0, 200);
        const avatarUrl = fileKey === null ? null : publicUrlOf(deps, fileKey);
        await updateRestoredProfile(tx, userId, {
          ...{ preferences, fullName, avatarUrl },
          searchName: searchTextOf(fullName),
        });
      }
      return records.map((record) => ({ ...record, fileKey: null }));
    case 'notifications/preferences':
      await eachOrAll(tx, toRecords(records), (part) => insertRestoredPreferences(tx, userId, part));
      return [];
    case 'notifications/quiet-hours':
      await eachOrAll(tx, toRecords(records), (part) => insertRestoredQuietHours(tx, userId, part));
      return [];
    default:
      return records;
  }
}

const toRecords = (records: readonly PreparedMeadowRecord[]) => records.map(({ record }) => record);

/** The fields of a record with no instant in the future. */
function withPastInstants({ instants }: Collection, record: CollectionRecord, now: Date): CollectionRecord {
  const cut = Object.entries(record).flatMap(([name, value]) =>
    instants.includes(name) && typeof value === 'string'
      ? [[name, pastInstant(new Date(value), now).toISOString()]]
      : [],
  );
  return { ...record, ...Object.fromEntries(cut) };
}

/** Writes rows at once. If the database refuses one, writes each alone and leaves out those that it refuses. */
async function eachOrAll<Row>(
  tx: Tx,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    await inSavepoint(tx, () => write(rows));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    for (const row of rows.length > 1 ? rows : []) await eachOrAll(tx, [row], write);
  }
}

/** Returns whether an error has the class data exception or integrity constraint violation. */
function isRefusal(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error) ?? '');
}

function historyRow({ collection, record, fileKey, position }: PreparedMeadowRecord): HistoryRow {
  const { imported: _, ...kept } = record;
  // The stored file is an image of another format.
  for (const field of ['file', 'background_file']) {
    const path = kept[field];
    if (fileKey !== null && typeof path === 'string') kept[field] = path.replace(/\.\w+$/, '.webp');
  }
  return { collection, record: kept, file_key: fileKey, position };
}
