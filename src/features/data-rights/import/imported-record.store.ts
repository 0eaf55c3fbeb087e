import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** A record of a diary, by the digest of its id there. */
export type SourceKey = { kind: string; digest: string };

type Diary = { userId: string; source: string };

/** The records of these that were imported before: the ids that they got, by `keyText`. */
export async function findImportedRecords(
  db: Db | Tx,
  { userId, source }: Diary,
  keys: readonly SourceKey[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<SourceKey & { record_id: string }>`
    select kind, source_digest as digest, record_id
    from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ digest }) => digest)}::text[]) as given (kind, source_digest)
    join imported_record using (kind, source_digest)
    where user_id = ${userId} and source = ${source}`.execute(db);
  return new Map(rows.map((row) => [keyText(row), row.record_id]));
}

/** Claims records for this import. Returns the keys of those that were not imported before, by `keyText`. */
export async function insertImportedRecords(
  tx: Tx,
  { userId, source }: Diary,
  records: readonly (SourceKey & { recordId: string })[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<SourceKey>`
    insert into imported_record (user_id, source, kind, source_digest, record_id)
    select ${userId}, ${source}, kind, digest, record_id
    from unnest(${records.map(({ kind }) => kind)}::text[], ${records.map(({ digest }) => digest)}::text[],
      ${records.map(({ recordId }) => recordId)}::uuid[]) as given (kind, digest, record_id)
    on conflict do nothing
    returning kind, source_digest as digest`.execute(tx);
  return new Set(rows.map(keyText));
}

export function keyText({ kind, digest }: SourceKey): string {
  return `${kind} ${digest}`;
}
