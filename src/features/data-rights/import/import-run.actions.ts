import { notifyOrFail } from '#features/notification';
import { digestOf } from '#platform/crypto/digest.ts';
import { localDateOf } from '#platform/days/calendar-date.ts';
import { canonicalZone } from '#platform/days/time-zone.ts';
import type { QueueState } from '#platform/db/queue.ts';
import { AppError, codeOf } from '#platform/errors.ts';
import type { ReceivedFile } from '#platform/http/upload/upload.file.ts';
import { SessionCancelledError } from '#platform/workers/session.ts';
import type { ImportDeps } from '../deps.ts';
import { type ImportReport, importErrors } from './import.schema.ts';
import {
  existsWaitingImport,
  expireImports,
  extendLease,
  findImportQueue,
  finishImport,
  type LeasedImport,
  leaseDueImport,
  lockActiveUser,
  releaseLease,
  updateProgress,
} from './import.store.ts';
import { importFinished } from './import.template.ts';
import { discardUnusedFiles, fetchFile } from './import-file.actions.ts';
import type { Reading } from './import-reader.actions.ts';
import { claimImported, findImported, type ImportedAmount } from './imported-amount.store.ts';
import { findImportedRecords, insertImportedRecords, keyText, type SourceKey } from './imported-record.store.ts';
import { findRecordsAtHome } from './meadow/meadow-record.actions.ts';
import { addLeftOut, count } from './report.rules.ts';
import {
  type FittedRecord,
  fitItem,
  type PreparedRecord,
  preparePhotos,
  referencesOf,
  textBytesOf,
  writeRecords,
} from './writer.actions.ts';

const MINUTE_MS = 60_000;
const LEASE_MS = 5 * MINUTE_MS;
/** How long an import runs while others wait. */
const SLICE_MS = 5 * MINUTE_MS;
/** The interval between two extensions of a lease. */
const EXTENSION_MS = MINUTE_MS;
const PLAN_MS = 24 * 60 * MINUTE_MS;
/** Runs without progress before an import fails. Later ones wait longer. */
const MAX_ATTEMPTS = 8;
/** Runs without progress that ended with their process, or stood still for as long as a lease. */
const MAX_KILLS = 2;

/** What one transaction writes. */
const MAX_BATCH_RECORDS = 200;
const MAX_BATCH_PHOTOS = 100;
const MAX_BATCH_TEXT = 4_000_000;

/** Another node runs the import by now, or the user is deleted. */
class LeaseLostError extends Error {}

/** Runs queued imports until there are none, one at a time on this node, and deletes the files of those that have ended. */
export async function runDueImports(deps: ImportDeps): Promise<void> {
  await expireImports(deps.db, deps.clock.now());
  while (!deps.isDraining()) {
    const now = deps.clock.now();
    const lease = { id: deps.ids.next(), now, expiresAt: new Date(now.getTime() + LEASE_MS) };
    const leased = await leaseDueImport(deps.db, lease);
    if (leased === undefined) break;
    await runLeased(deps, leased);
  }
  await discardUnusedFiles(deps);
}

async function runLeased(deps: ImportDeps, leased: LeasedImport): Promise<void> {
  try {
    if (leased.attempts > MAX_ATTEMPTS) throw importErrors.failed();
    if (leased.kills >= MAX_KILLS) throw importErrors.stoppedServer();
    const file = await fetchFile(deps, leased.id);
    try {
      const isComplete = await readAndWrite(deps, leased, file);
      if (isComplete) await finish(deps, leased, null);
      else await releaseLease(deps.db, leased, deps.clock.now());
    } finally {
      await file.release();
    }
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    if (error instanceof SessionCancelledError) return releaseLease(deps.db, leased, deps.clock.now());
    if (isAboutFile(error)) return finish(deps, leased, error.code);
    deps.log.warn({ event: 'import.interrupted', code: codeOf(error) }, 'an import was interrupted');
    const delayMs = leased.attempts * MINUTE_MS;
    await releaseLease(deps.db, leased, new Date(deps.clock.now().getTime() + delayMs));
  }
}

function isAboutFile(error: unknown): error is AppError {
  return error instanceof AppError && (error.status === 400 || error.code === 'import.failed');
}

/** Reads the file in a thread, which ends when the node stops. Returns false if the import is not complete. */
async function readAndWrite(deps: ImportDeps, leased: LeasedImport, file: ReceivedFile): Promise<boolean> {
  const reading = await deps.importReader.open(file, deps.isDraining);
  try {
    return await importItems(deps, leased, reading);
  } finally {
    await reading.close();
  }
}

/** Imports the items of the file behind those that are done. Returns false if the node stops, or if others wait for long enough. */
async function importItems(deps: ImportDeps, leased: LeasedImport, reading: Reading): Promise<boolean> {
  const startedAt = deps.clock.now();
  // Not in the statement that takes the lease: what fails for one user must not keep the others waiting.
  const timeZone = canonicalZone(leased.time_zone) ?? 'UTC';
  const facts = { today: localDateOf(startedAt, timeZone), now: startedAt };
  const batch = createBatch(deps, leased);
  const seen = new Set<string>();
  let itemsDone = 0;
  for await (const item of reading.items(leased.format, timeZone)) {
    const { records, omitted } = fitItem(item, facts);
    itemsDone += 1;
    const isDone = itemsDone <= leased.items_done;
    if (!isDone) for (const part of omitted) addLeftOut(batch.report, part);
    for (const record of records) {
      const key = keyOf(record);
      const isDuplicate = seen.has(keyText(key));
      seen.add(keyText(key));
      if (isDone) continue;
      if (!isDuplicate) batch.add(key, record);
      else addLeftOut(batch.report, { kind: record.kind, reason: 'duplicate', example: labelOf(record) });
    }
    if (!batch.isFull()) continue;
    await batch.write(itemsDone);
    if (deps.isDraining()) return false;
    const isSliceOver = deps.clock.now().getTime() - startedAt.getTime() > SLICE_MS;
    if (isSliceOver && (await existsWaitingImport(deps.db, deps.clock.now()))) return false;
  }
  await batch.write(itemsDone);
  return true;
}

/** Collects records and writes them in one transaction with the progress. */
function createBatch(deps: ImportDeps, leased: LeasedImport) {
  const { user_id: userId, format: source, is_dry_run: isDryRun } = leased;
  const diary = { userId, source };
  const max: ImportedAmount = { bytes: deps.importTextBytes, photos: deps.importPhotos };
  const report: ImportReport = structuredClone(leased.report);
  let records: { key: SourceKey; record: FittedRecord }[] = [];
  let photos = 0;
  let textLength = 0;
  let extendedAt = deps.clock.now().getTime();

  const leaseEnd = () => new Date(deps.clock.now().getTime() + LEASE_MS);

  async function keepLease(): Promise<void> {
    if (deps.clock.now().getTime() - extendedAt < EXTENSION_MS) return;
    if (!(await extendLease(deps.db, leased, leaseEnd()))) throw new LeaseLostError();
    extendedAt = deps.clock.now().getTime();
  }

  async function prepare(
    fresh: readonly { key: SourceKey; record: FittedRecord }[],
    imported: ImportedAmount,
  ): Promise<(PreparedRecord & { key: SourceKey })[]> {
    const prepared: (PreparedRecord & { key: SourceKey })[] = [];
    // A plan stores nothing, so that what it has counted comes on top.
    const planned = isDryRun ? (report.photos ?? 0) : 0;
    let photosLeft = max.photos - planned - imported.photos;
    for (const { key, record } of fresh) {
      const result = await preparePhotos(deps, { userId, isDryRun, maxPhotos: photosLeft }, record, keepLease);
      photosLeft -= result.pictures;
      for (const part of result.omitted) addLeftOut(report, part);
      count(report.added, record.kind);
      if (result.photos > 0) count(report.added, 'photo', result.photos);
      const { photoIds, fileKey, pictures } = result;
      prepared.push({ key, record, id: deps.ids.next(), photoIds, fileKey, pictures });
    }
    return prepared;
  }

  async function store(
    prepared: readonly (PreparedRecord & { key: SourceKey })[],
    known: ReadonlyMap<string, string>,
    itemsDone: number,
  ): Promise<void> {
    const idByKey = new Map([...known, ...prepared.map(({ key, id }) => [keyText(key), id] as const)]);
    await deps.db.transaction().execute(async (tx) => {
      if (!(await lockActiveUser(tx, userId))) throw new LeaseLostError();
      const claims = prepared.map(({ key, id }) => ({ ...key, recordId: id }));
      const amount = amountOf(prepared);
      if (!(await claimImported(tx, userId, amount, max))) {
        if ((await findImported(tx, userId)).bytes + amount.bytes > max.bytes) throw importErrors.textSpent();
        throw new Error(
          'Another import of the user has counted photos meanwhile. The next run leaves out what is too much.',
        );
      }
      const claimed = await insertImportedRecords(tx, diary, claims);
      if (claimed.size < claims.length) throw new LeaseLostError();
      const idOf = (reference: { kind: string; sourceId: string }) => idByKey.get(keyText(keyOf(reference))) ?? null;
      await writeRecords(deps, tx, userId, prepared, idOf);
      if (!(await updateProgress(tx, leased, { itemsDone, report, expiresAt: leaseEnd() }))) throw new LeaseLostError();
    });
  }

  /** Stores what a dry run has counted so far. */
  async function plan(prepared: readonly PreparedRecord[], imported: ImportedAmount, itemsDone: number): Promise<void> {
    const { bytes, photos } = amountOf(prepared);
    report.text_bytes = (report.text_bytes ?? 0) + bytes;
    report.photos = (report.photos ?? 0) + photos;
    if (imported.bytes + report.text_bytes > max.bytes) throw importErrors.textSpent();
    if (!(await updateProgress(deps.db, leased, { itemsDone, report, expiresAt: leaseEnd() })))
      throw new LeaseLostError();
  }

  return {
    report,
    add: (key: SourceKey, record: FittedRecord) => {
      records.push({ key, record });
      if (record.kind === 'entry') {
        photos += record.photos.length;
        textLength += record.content.length;
      }
    },
    isFull: () => records.length >= MAX_BATCH_RECORDS || photos >= MAX_BATCH_PHOTOS || textLength >= MAX_BATCH_TEXT,
    write: async (itemsDone: number) => {
      const keys = records.flatMap(({ key, record }) => [key, ...referencesOf(deps, record).map(keyOf)]);
      const known = new Map(await findImportedRecords(deps.db, diary, keys));
      if (source === 'meadow') {
        const home = await findRecordsAtHome(
          deps,
          userId,
          records.map(({ record }) => record),
        );
        for (const { reference, id } of home) known.set(keyText(keyOf(reference)), id);
      }
      const fresh = records.filter(({ key }) => !known.has(keyText(key)));
      for (const { key } of records) if (known.has(keyText(key))) count(report.existing, key.kind);
      const imported = await findImported(deps.db, userId);
      const prepared = await prepare(fresh, imported);
      if (!isDryRun) await store(prepared, known, itemsDone);
      else await plan(prepared, imported, itemsDone);
      records = [];
      photos = 0;
      textLength = 0;
      extendedAt = deps.clock.now().getTime();
    },
  };
}

/** Ends a run: a dry run with a plan, others with a notification. */
async function finish(deps: ImportDeps, leased: LeasedImport, errorCode: string | null): Promise<void> {
  const now = deps.clock.now();
  const status = errorCode !== null ? 'failed' : leased.is_dry_run ? 'planned' : 'completed';
  const expiresAt = status === 'planned' ? new Date(now.getTime() + PLAN_MS) : null;
  await deps.db.transaction().execute(async (tx) => {
    const finished = await finishImport(tx, leased, { status, errorCode, now, expiresAt });
    if (finished === undefined || status === 'planned') return;
    const entries = finished.report.added.entry ?? 0;
    await notifyOrFail(deps, tx, [importFinished(leased.user_id, { importId: leased.id, status, entries })]);
  });
}

function keyOf({ kind, sourceId }: { kind: string; sourceId: string }): SourceKey {
  return { kind, digest: digestOf(sourceId).toString('base64url') };
}

function amountOf(prepared: readonly PreparedRecord[]): ImportedAmount {
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    bytes: sumOf(prepared.map(({ record }) => textBytesOf(record))),
    photos: sumOf(prepared.map(({ pictures }) => pictures)),
  };
}

function labelOf(record: FittedRecord): string {
  if (record.kind === 'record') return record.collection;
  return record.kind === 'entry' ? record.title : record.name;
}

/** Reads how many imports wait, for the metrics. */
export function readImportQueue({ db }: Pick<ImportDeps, 'db'>): Promise<QueueState> {
  return findImportQueue(db);
}
