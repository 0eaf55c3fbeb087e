import pg from 'pg';

/** Fills an empty database like a version before 0.1.0: its migration tables, and a table with one row. */
export async function makePreRelease(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`
      create table schema_migration (name varchar(255) primary key, timestamp varchar(255) not null);
      create table schema_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
      create table schema_migration_checksum (name text primary key, checksum text not null);
      insert into schema_migration_lock values ('migration_lock', 0);
      insert into schema_migration values ('0001_accounts', '2026-01-01'), ('0002_identity_provider', '2026-01-01');
      insert into schema_migration_checksum values ('0001_accounts', 'a'), ('0002_identity_provider', 'b');
      create table profile (id int primary key);
      insert into profile values (1)`);
  } finally {
    await client.end();
  }
}
