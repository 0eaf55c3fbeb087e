import { TABLES } from '#app/tables.ts';
import { systemClock } from '#platform/clock.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createStorage } from '#providers/storage/storage.factory.ts';
import { streamArchive } from '../../src/features/data-rights/export/archive.actions.ts';

/*
 * One export as a process of its own: the archive of a user is written to a folder. It is given what it needs as one line of JSON, and
 * writes its measurement as a line of JSON.
 */

export type ExportPart = { databaseUrl: string; folder: string; userId: string };

/** Memory at the start is that of an idle node with the same code. */
export type ExportMeasurement = { seconds: number; archiveBytes: number; idleMegabytes: number; peakMegabytes: number };

const { databaseUrl, folder, userId } = JSON.parse(process.argv[2] ?? '{}') as ExportPart;
const { db, close } = createDatabase({ connectionString: databaseUrl, onIdleError: () => undefined });
const storage = await createStorage({ kind: 'disk', folder }, () => undefined);
const deps = { db, storage, clock: systemClock, publicUrl: 'http://meadow.test', version: 'bench', tables: TABLES };
const key = 'exports/bench.zip';
const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);

const idleMegabytes = megabytes(process.memoryUsage().rss);
const start = performance.now();
await storage.putStream(
  key,
  streamArchive(deps, userId, async () => undefined),
);
const seconds = (performance.now() - start) / 1000;
const archive = await storage.open(key);
archive?.stream.destroy();
await close();
const measurement: ExportMeasurement = {
  seconds,
  archiveBytes: archive?.sizeBytes ?? 0,
  idleMegabytes,
  peakMegabytes: megabytes(process.resourceUsage().maxRSS * 1024),
};
process.stdout.write(`${JSON.stringify(measurement)}\n`);
