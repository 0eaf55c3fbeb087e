import type { BackupFacts } from '#app/backup/format.ts';

/** The facts of a backup, as names and values. */
export function describeBackup({ manifest, database, summary, secrets, seal }: BackupFacts): string[][] {
  const count = new Intl.NumberFormat('en').format;
  const rows = Object.values(summary.rows).reduce((sum, one) => sum + one, 0);
  const former = secrets.former_encryption_keys.length;
  return [
    ['Made', `${manifest.made_at}, by Meadow ${manifest.meadow}`],
    [
      'Database',
      `${count(rows)} rows of ${database.tables.length} tables, last migration ${database.migrations.at(-1)?.name}, PostgreSQL ${database.postgresql}`,
    ],
    ['Users', count(summary.rows.profile ?? 0)],
    ['Files', count(summary.files)],
    ['Secrets', `the encryption key${former === 0 ? '' : ` and ${former} former keys`}`],
    ['Size', `${count(Math.ceil(seal.bytes / 1024))} KB before compression`],
    ['Checksum', seal.digest],
  ];
}

/** Prints names and values in two columns. */
export function columnsOf(lines: readonly string[][]): string {
  return lines.map(([name = '', value]) => `${name.padEnd(10)}${value}`).join('\n');
}

/** Runs `work` with a signal that aborts on the first Ctrl-C or SIGTERM, so that it can clean up. */
export async function untilStopped<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('Stopped by a signal.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
