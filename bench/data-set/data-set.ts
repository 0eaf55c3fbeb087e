import { createHash } from 'node:crypto';
import pg from 'pg';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { type Cluster, maintenanceUrlOf, withClient } from '../cluster.ts';
import type { Sizes } from '../options.ts';
import { checkEffectiveSharing } from './check.ts';
import { communityStatements, END_OF_DATA_SET, entryStatements, PREPARATIONS } from './statements.ts';
import { VOCABULARY } from './vocabulary.statements.ts';

/** A loaded data set, ready to be measured: without what earlier measurements wrote. */
export type DataSet = { sizes: Sizes; url: string };

type Say = (sentence: string) => void;

/**
 * The data set of these sizes. A database that already holds exactly it is used again, and migrated as far as the project
 * has new migrations; else it is made anew, which takes a minute or two for a million entries.
 */
export async function openDataSet(cluster: Cluster, sizes: Sizes, say: Say): Promise<DataSet> {
  const name = `meadow_bench_${sizes.people}_${sizes.entries}`;
  const url = cluster.urlOf(name);
  const fingerprint = fingerprintOf(sizes);
  const isLoaded = (await readFingerprint(cluster, name)) === fingerprint;
  if (isLoaded) {
    say(`Using the data set with ${sizes.entries} entries that is there.`);
    await migrate(url, MIGRATIONS);
    await removeWrites(url);
    await withClient(url, forgetIssuer);
    return { sizes, url };
  }
  const begin = performance.now();
  await withClient(maintenanceUrlOf(cluster), async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  await migrate(url, MIGRATIONS);
  await withClient(url, (client) => load(client, sizes));
  // Last, so that a load that was interrupted is not taken for a data set.
  await withClient(url, (client) => client.query(`comment on database ${name} is ${pg.escapeLiteral(fingerprint)}`));
  say(`Loaded ${sizes.entries} entries in ${((performance.now() - begin) / 1000).toFixed(0)} s.`);
  return { sizes, url };
}

/** Deletes what measurements have written, and leaves the table vacuumed. */
export async function removeWrites(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('delete from journal_entry where created_at > $1', [END_OF_DATA_SET]);
    if (rowCount) await client.query('vacuum journal_entry');
    await client.query('checkpoint');
  });
}

/** Each run has an issuer of its own, and a profile belongs to the first that names it. */
async function forgetIssuer(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('update profile set token_issuer = null where token_issuer is not null');
  if (rowCount) await client.query('vacuum profile');
}

async function load(client: pg.Client, sizes: Sizes): Promise<void> {
  // The first plans use a table without vacuum and analyze.
  await client.query('alter table journal_entry set (autovacuum_enabled = off)');
  await client.query(PREPARATIONS);
  for (const statement of VOCABULARY) await client.query(statement);
  for (const statement of communityStatements(sizes)) await client.query(statement);
  await client.query('analyze');
  await withoutIndexes(client, 'journal_entry', async () => {
    for (const statement of entryStatements(sizes)) await client.query(statement);
  });
  await checkEffectiveSharing(client);
}

/** Building an index over all rows at once takes a fraction of the time that adding them one by one does. */
export async function withoutIndexes(client: pg.Client, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not indisprimary and not indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of rows) await client.query(definition);
}

/** Another fingerprint means other rows. */
function fingerprintOf(sizes: Sizes): string {
  const statements = [PREPARATIONS, ...VOCABULARY, ...communityStatements(sizes), ...entryStatements(sizes)];
  return createHash('sha256').update(statements.join('\n')).digest('hex');
}

async function readFingerprint(cluster: Cluster, database: string): Promise<string | null> {
  return withClient(maintenanceUrlOf(cluster), async (client) => {
    const { rows } = await client.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [database],
    );
    return rows[0]?.comment ?? null;
  });
}
