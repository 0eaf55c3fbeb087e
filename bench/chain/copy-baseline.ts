import type pg from 'pg';

/** What is loaded, in the order of its foreign keys, with what identifies a row. */
const TABLES = [
  ['squad', 'id'],
  ['chain', 'user_id, date'],
] as const;

/**
 * The least that storing chains takes, to compare with: the rows that there are go to files of the server, and from there by
 * COPY into a temporary table and in one upsert into the emptied table. Returns the seconds that the way back took.
 */
export async function loadPlainly(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const fileOf = (name: string) => `${rows[0]?.folder}/bench-${name}.copy`;
  for (const [name] of TABLES) await client.query(`copy ${name} to '${fileOf(name)}'`);
  await client.query('truncate chain, squad cascade');
  await client.query('checkpoint');
  const start = performance.now();
  await client.query('begin');
  for (const [name, key] of TABLES) {
    await client.query(`create temp table given_${name} (like ${name}) on commit drop`);
    await client.query(`copy given_${name} from '${fileOf(name)}'`);
    await client.query(
      `insert into ${name} select * from given_${name} on conflict (${key}) do update set team_color = excluded.team_color`,
    );
  }
  await client.query('commit');
  return (performance.now() - start) / 1000;
}
