import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#app/config.ts';
import { findEmbeddedMajors, MIGRATIONS } from '#app/database.ts';
import { readVersion } from '#app/version.ts';
import { backupNameOf } from '#features/operations';
import { countOtherSessions, databaseSize, type Session, serverVersion, withSession } from '#platform/backup/tables.ts';
import { systemClock } from '#platform/clock.ts';
import { listPending, type PendingMigration, rehearse } from '#platform/db/migrations.ts';
import type { Logger } from '#platform/log.ts';
import { showing } from '#platform/terminal.ts';
import { backUpTo } from '../backup/backup.ts';
import { columnsOf, untilStopped } from '../backup/facts.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from '../command.ts';
import { applyPending } from '../migrate.ts';
import { print } from '../output.ts';
import { explainSettingError } from '../setting-errors.ts';
import { type Majors, upgradePostgres, withFormerPostgres } from './postgres-upgrade.ts';

export type UpgradeOptions = {
  isDryRun: boolean;
  /** The path of the backup; true for one in DATA_DIR, false for none. */
  backup: string | boolean;
};

/** What there is to do. */
type Plan = {
  config: Config;
  log: Logger;
  /** Set if an older PostgreSQL made the embedded database. */
  older: Majors | null;
  /** Null for no backup. */
  backup: string | null;
};

/** Brings the database to this version, after a backup; or prints what that would do. */
export async function upgrade(options: UpgradeOptions): Promise<void> {
  await upgradeDatabase(readOwnConfig(), options);
}

/** `upgrade` with a configuration. */
export async function upgradeDatabase(config: Config, { isDryRun, backup }: UpgradeOptions): Promise<void> {
  try {
    const majors = await findEmbeddedMajors(config);
    const older = majors !== null && majors.found < majors.installed ? majors : null;
    const plan = { config, log: createCommandLogger(), older, backup: backupPathOf(config, backup) };
    await (isDryRun ? printPlan(plan) : carryOut(plan));
  } catch (error) {
    throw explainSettingError(error, config);
  }
}

async function carryOut({ config, log, older, backup }: Plan): Promise<void> {
  const backUpFirst = async () => {
    if (backup === null) return;
    await mkdir(dirname(backup), { recursive: true });
    const { recipients } = config.backup;
    await untilStopped((signal) => backUpTo(backup, config, { recipients, signal }));
    print(columnsOf([['Backup', backup]]));
  };
  if (older === null) await backUpFirst();
  else {
    const { former, rows } = await upgradePostgres(config, log, older, backUpFirst);
    print(
      columnsOf([
        ['Database', `PostgreSQL ${older.found} to ${older.installed}, ${count(rows)} rows, each table compared`],
        ['', `the former one is in ${former}: delete it when everything works`],
      ]),
    );
  }
  const applied = await applyPending(config, log);
  print(columnsOf([['Applied', applied.length === 0 ? 'nothing: no migrations were pending' : applied.join(', ')]]));
  print('\nNext: npm start');
}

/** Prints what an upgrade would do, and rehearses the migrations. Changes nothing. */
async function printPlan({ config, log, older, backup }: Plan): Promise<void> {
  const lines = await withPresent({ config, log, older }, async (connectionString) => {
    const pending = await listPending(connectionString, MIGRATIONS);
    return withSession(connectionString, async (client) => [
      ['Database', await describeDatabase(client, older)],
      ...describePending(pending),
      ['Rehearsal', await rehearsalOf(client, pending)],
    ]);
  });
  print(
    columnsOf([
      ['Version', await readVersion()],
      ...lines,
      ['Backup', backup === null ? 'none (--no-backup)' : `${backup} would be written first`],
    ]),
  );
  print('\nNothing was changed. To do it, stop the server and run: meadow upgrade');
}

/** Runs `work` on the database as it is. */
function withPresent<Result>(
  { config, log, older }: Omit<Plan, 'backup'>,
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  return older === null
    ? withDatabase(config, log, ({ direct }) => work(direct))
    : withFormerPostgres(config, log, older, work);
}

async function describeDatabase(client: Session, older: Majors | null): Promise<string> {
  const present = `PostgreSQL ${await serverVersion(client)}, ${await databaseSize(client)}`;
  return older === null ? present : `${present}; would be copied into PostgreSQL ${older.installed}`;
}

function describePending(pending: readonly PendingMigration[]): string[][] {
  if (pending.length === 0) return [['Pending', 'no migrations']];
  return pending.map(({ name, isContraction }, index) => [
    index === 0 ? 'Pending' : '',
    `${name}: ${isContraction ? 'stop all nodes of the former version first' : 'nodes of the former version can go on'}`,
  ]);
}

/** Locks that migrations take would stop a server, so it is for a database that no server uses. */
async function rehearsalOf(client: Session, pending: readonly PendingMigration[]): Promise<string> {
  const others = await countOtherSessions(client);
  if (others > 0) return `not done, because ${others} sessions use the database: stop all servers for it`;
  const began = performance.now();
  const names = pending.map(({ name }) => name);
  await showing('Rehearsing the migrations', () => rehearse(client, MIGRATIONS, names));
  return `${pending.length} migrations applied in ${((performance.now() - began) / 1000).toFixed(1)} s, and rolled back`;
}

function backupPathOf(
  { backup: { folder, recipients }, dataDirectory }: Config,
  backup: string | boolean,
): string | null {
  if (backup === false) return null;
  if (typeof backup === 'string') return resolve(backup);
  const name = backupNameOf(systemClock.now(), recipients.length > 0, 'before-upgrade');
  return join(folder ?? join(dataDirectory, 'backups'), name);
}

const count = (number: number) => number.toLocaleString('en');
