import type { Actor } from '#access/actor.ts';
import { mailExportReady } from '#features/mail';
import { notify } from '#features/notification';
import type { QueueState } from '#platform/db/queue.ts';
import { codeOf } from '#platform/errors.ts';
import type { OpenedFile } from '#providers/storage/storage.ts';
import type { ExportDeps } from '../deps.ts';
import { streamArchive } from './archive.actions.ts';
import { archiveKey, archiveName } from './archive.rules.ts';
import { EXPORT_DAYS, type Export, type ExportRun, exportErrors, MAX_EXPORTS_PER_DAY } from './export.schema.ts';
import {
  type ClaimedExport,
  claimExport,
  countExportedItems,
  deleteExportRows,
  discardExport,
  type ExportRow,
  endExportLease,
  existsUnfinishedExport,
  findExport,
  findExportQueue,
  findNewestReadyExport,
  insertExport,
  listExpiredExports,
  listExportsOf,
  renewExportLease,
} from './export.store.ts';
import { exportFinished } from './export.template.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Longer than any page of records and than reading `ITEMS_PER_RENEWAL` files. */
const LEASE_MS = 5 * 60 * 1_000;
const ITEMS_PER_RENEWAL = 20;
const MAX_ATTEMPTS = 3;
/** The maximum size of an account that is exported while its user waits. Entries count twice, media once. */
const MAX_STREAMED_ITEMS = 1_000;
/** A slow reader must not keep others from their exports. */
const STREAM_TIMEOUT_MS = 5 * 60 * 1_000;

/** An archive for a response. The size is null while it is being made. */
export type ArchiveStream = Pick<OpenedFile, 'stream'> & { sizeBytes: number | null; name: string };

/** Queues an export of all data of the actor. */
export async function startExport(deps: ExportDeps, { userId }: Actor): Promise<Export> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + EXPORT_DAYS * DAY_MS);
  const since = new Date(now.getTime() - DAY_MS);
  const limit = { max: MAX_EXPORTS_PER_DAY, since };
  const row = await insertExport(deps.db, { id: deps.ids.next(), userId, now, expiresAt }, limit);
  if (row === undefined) {
    if (await existsUnfinishedExport(deps.db, userId)) throw exportErrors.alreadyRunning();
    throw exportErrors.dailyLimit({ retryAfterSeconds: 60 * 60 });
  }
  return viewOf(deps, row);
}

export async function listExports(deps: ExportDeps, { userId }: Actor): Promise<Export[]> {
  const rows = await listExportsOf(deps.db, userId, deps.clock.now());
  return rows.map((row) => viewOf(deps, row));
}

export async function readExport(deps: ExportDeps, actor: Actor, id: string): Promise<Export> {
  return viewOf(deps, await requireExport(deps, actor, id));
}

/** Deletes an export with its archive. An export in progress ends. */
export async function deleteExport(deps: ExportDeps, { userId }: Actor, id: string): Promise<void> {
  if (!(await discardExport(deps.db, userId, id))) throw exportErrors.notFound();
  await deps.storage.delete(archiveKey(id));
}

/** Opens the archive of an export of the actor. */
export async function openExport(deps: ExportDeps, actor: Actor, id: string): Promise<ArchiveStream> {
  const row = await requireExport(deps, actor, id);
  if (row.status !== 'ready') throw exportErrors.notReady();
  const archive = await openArchive(deps, row);
  if (archive === null) throw exportErrors.notFound();
  return archive;
}

/** Opens the newest archive of the actor, or makes one while it is read if the account is small. */
export async function openNewestExport(deps: ExportDeps, { userId }: Actor): Promise<ArchiveStream> {
  const now = deps.clock.now();
  const newest = await findNewestReadyExport(deps.db, userId, now);
  const archive = newest && (await openArchive(deps, newest));
  if (archive) return archive;
  if ((await countExportedItems(deps.db, userId)) > MAX_STREAMED_ITEMS) throw exportErrors.tooLarge();
  return new Promise((resolve, reject) => {
    const work = async () => {
      const stream = streamArchive(deps, userId, async () => undefined);
      const timer = setTimeout(() => stream.destroy(new Error('The archive was read too slowly.')), STREAM_TIMEOUT_MS);
      const ended = new Promise((end) => stream.once('close', end));
      resolve({ stream, sizeBytes: null, name: archiveName(now) });
      await ended;
      clearTimeout(timer);
    };
    deps.exportSemaphore.run(work).catch(reject);
  });
}

/** Makes all queued exports, and those of nodes that died. Another node may make others at the same time. */
export function buildExports(deps: ExportDeps): Promise<ExportRun> {
  return buildQueued(deps, { onlyNew: false });
}

/** Makes the queued exports that no node has tried to make. */
export function buildNewExports(deps: ExportDeps): Promise<ExportRun> {
  return buildQueued(deps, { onlyNew: true });
}

async function buildQueued(deps: ExportDeps, { onlyNew }: { onlyNew: boolean }): Promise<ExportRun> {
  const results = { ready: 0, failed: 0 };
  while (!deps.isDraining()) {
    const leaseId = deps.ids.next();
    const now = deps.clock.now();
    const claimed = await claimExport(deps.db, { leaseId, now, leaseExpiresAt: leaseEnd(now), onlyNew });
    if (claimed === undefined) break;
    const result = await buildExport(deps, claimed, leaseId);
    if (result === 'ready' || result === 'failed') results[result] += 1;
    if (result === 'interrupted') break;
  }
  const message = `${results.ready} exports are ready, ${results.failed} failed.`;
  return { success: results.failed === 0, message, results };
}

/** interrupted: another run tries again. discarded: its user deleted it, or another node has it. */
type BuildResult = 'ready' | 'failed' | 'interrupted' | 'discarded';

async function buildExport(deps: ExportDeps, claimed: ClaimedExport, leaseId: string): Promise<BuildResult> {
  const { id, userId, attempts } = claimed;
  // Its nodes died while they made it.
  if (attempts > MAX_ATTEMPTS) return giveUp(deps, claimed, leaseId);
  let isLost = false;
  try {
    const progress = await trackProgress(deps, userId, leaseId, () => {
      isLost = true;
    });
    let sizeBytes = 0;
    const archive = streamArchive(deps, userId, progress);
    const counted = async function* () {
      for await (const chunk of archive) {
        sizeBytes += chunk.length;
        yield chunk as Uint8Array;
      }
    };
    await deps.storage.putStream(archiveKey(id), counted());
    if (await finish(deps, claimed, leaseId, sizeBytes)) return 'ready';
    await deps.storage.delete(archiveKey(id));
    return 'discarded';
  } catch (error) {
    if (isLost) return 'discarded';
    if (deps.isDraining()) {
      await endExportLease(deps.db, leaseId, { status: 'queued' });
      return 'interrupted';
    }
    deps.log.error({ event: 'export.failed', err: error, code: codeOf(error) }, 'an export could not be made');
    if (attempts >= MAX_ATTEMPTS) return giveUp(deps, claimed, leaseId);
    await endExportLease(deps.db, leaseId, { status: 'queued' });
    return 'interrupted';
  }
}

/** Returns a function that stores the progress now and then, and throws when the export has to end. */
async function trackProgress(deps: ExportDeps, userId: string, leaseId: string, onLost: () => void) {
  const total = await countExportedItems(deps.db, userId);
  let done = 0;
  let calls = 0;
  return async (items: number) => {
    done += items;
    calls += 1;
    if (deps.isDraining()) throw new Error('The node stops.');
    if (calls % ITEMS_PER_RENEWAL !== 1) return;
    const progress = { done: Math.min(done, total), total };
    if (await renewExportLease(deps.db, { leaseId, leaseExpiresAt: leaseEnd(deps.clock.now()) }, progress)) return;
    onLost();
    throw new Error('The export was deleted, or another node makes it.');
  };
}

async function finish(
  deps: ExportDeps,
  { id, userId }: ClaimedExport,
  leaseId: string,
  sizeBytes: number,
): Promise<boolean> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + EXPORT_DAYS * DAY_MS);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await endExportLease(tx, leaseId, { status: 'ready', sizeBytes, expiresAt }))) return false;
    await notify(deps, tx, [exportFinished(userId, id, true)]);
    await mailExportReady(deps, tx, { userId, exportId: id, expiresAt });
    return true;
  });
}

async function giveUp(deps: ExportDeps, { id, userId }: ClaimedExport, leaseId: string): Promise<BuildResult> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await endExportLease(tx, leaseId, { status: 'failed' }))) return 'discarded';
    await notify(deps, tx, [exportFinished(userId, id, false)]);
    return 'failed';
  });
}

/** Deletes up to `limit` exports that expired before an instant or are of deleted users, with their archives. Returns how many. */
export async function purgeExports(
  { db, storage }: Pick<ExportDeps, 'db' | 'storage'>,
  expiredBefore: Date,
  limit: number,
): Promise<number> {
  const ids = await listExpiredExports(db, expiredBefore, limit);
  // The files come before the rows, so that a crash leaves no file without a row.
  for (const id of ids) await storage.delete(archiveKey(id));
  if (ids.length > 0) await deleteExportRows(db, ids);
  return ids.length;
}

async function requireExport(deps: ExportDeps, { userId }: Actor, id: string): Promise<ExportRow> {
  const row = await findExport(deps.db, userId, id, deps.clock.now());
  if (row === undefined) throw exportErrors.notFound();
  return row;
}

async function openArchive({ storage }: ExportDeps, row: ExportRow): Promise<ArchiveStream | null> {
  const opened = await storage.open(archiveKey(row.id));
  return opened && { ...opened, name: archiveName(row.created_at) };
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

function viewOf({ publicUrl }: ExportDeps, row: ExportRow): Export {
  return {
    id: row.id,
    status: row.status as Export['status'],
    progress: { done: row.done, total: row.total },
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    url: row.status === 'ready' ? `${publicUrl}/api/user/exports/${row.id}/download` : null,
  };
}

/** Reads how many exports wait, for the metrics. */
export function readExportQueue({ db }: Pick<ExportDeps, 'db'>): Promise<QueueState> {
  return findExportQueue(db);
}
