import type { Actor } from '#access/actor.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { LargeUploadedFile } from '#platform/http/upload/upload.ts';
import type { ImportDeps } from '../deps.ts';
import type { FormatName } from './format/format.schema.ts';
import { type Import, importErrors, MAX_IMPORTS_PER_DAY } from './import.schema.ts';
import {
  existsActiveImport,
  expireReceivedImport,
  findImportOf,
  type ImportRow,
  insertImport,
  listImportsOf,
  queuePlannedImport,
  queueReceivedImport,
} from './import.store.ts';
import { deleteFile, storeFile } from './import-file.actions.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** Stores the file of a diary and queues its import, or a dry run that counts only. */
export async function createImport(
  deps: ImportDeps,
  { userId }: Actor,
  file: LargeUploadedFile,
  { dry_run: isDryRun = false }: { dry_run?: boolean },
): Promise<Import> {
  const format = await deps.importReader.recognize(file);
  const now = deps.clock.now();
  const id = deps.ids.next();
  const row = {
    ...{ id, userId, format, isDryRun, now },
    fileBytes: file.byteLength,
    // An upload ends earlier: its request does.
    expiresAt: new Date(now.getTime() + HOUR_MS),
  };
  const limit = { since: new Date(now.getTime() - DAY_MS), max: MAX_IMPORTS_PER_DAY };
  if ((await insertImport(deps.db, row, limit)) === undefined) throw await refusal(deps, userId);
  try {
    await storeFile(deps, id, file);
  } catch (error) {
    await expireReceivedImport(deps.db, id);
    throw error;
  }
  const queued = await queueReceivedImport(deps.db, userId, id);
  if (queued === undefined) {
    // No row may name it: the account is deleted.
    await deleteFile(deps, id);
    throw new Error('The file of an import was stored too late.');
  }
  return viewOf(queued);
}

async function refusal({ db }: ImportDeps, userId: string): Promise<Error> {
  const isActive = await existsActiveImport(db, userId);
  return isActive ? importErrors.alreadyRunning() : importErrors.tooMany({ retryAfterSeconds: HOUR_MS / 1_000 });
}

/** Runs the import whose plan a dry run made. */
export async function startImport(deps: ImportDeps, { userId }: Actor, id: string): Promise<Import> {
  const queued = await queuePlannedImport(deps.db, userId, id, deps.clock.now());
  if (queued !== undefined) return viewOf(queued);
  const row = await findImportOf(deps.db, userId, id);
  if (row === undefined) throw importErrors.notFound();
  const isOtherActive = row.status === 'planned' && (await existsActiveImport(deps.db, userId));
  throw isOtherActive ? importErrors.alreadyRunning() : importErrors.notPlanned();
}

/** Lists the actor's imports, newest first. */
export async function listImports(
  deps: ImportDeps,
  { userId }: Actor,
  query: PageQuery,
): Promise<{ imports: Import[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate<ImportRow>(query, (after, limit) =>
    listImportsOf(deps.db, userId, after, limit),
  );
  return { imports: rows.map(viewOf), next_cursor };
}

export async function readImport(deps: ImportDeps, { userId }: Actor, id: string): Promise<Import> {
  const row = await findImportOf(deps.db, userId, id);
  if (row === undefined) throw importErrors.notFound();
  return viewOf(row);
}

function viewOf({ report, file_bytes, format, status, ...row }: ImportRow): Import {
  const countsOf = (counts: Record<string, number>) => ({
    notebooks: counts.notebook ?? 0,
    entries: counts.entry ?? 0,
    photos: counts.photo ?? 0,
    ...(counts.record !== undefined && { records: counts.record }),
  });
  return {
    id: row.id,
    format: format as FormatName,
    status: status as Import['status'],
    is_dry_run: row.is_dry_run,
    bytes: file_bytes,
    items_done: row.items_done,
    counts: countsOf(report.added),
    existing: countsOf(report.existing),
    left_out: report.omitted,
    error_code: row.error_code,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: status === 'planned' ? (row.expires_at?.toISOString() ?? null) : null,
  };
}
