import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, MAX_PAGE_BYTES, type Position } from '#platform/db/pagination.ts';
import type { LabReplication } from '#platform/db/tables.generated.ts';
import type { Output } from '../calculator/calculator.schema.ts';
import type { ReplicationSummary } from './replication.rules.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'lab_replication.outputs': Output[];
  }
}

export type ReplicationRow = Selectable<LabReplication>;

/** Identifies an output. */
export type Measurand = Pick<Output, 'label' | 'unit'>;

/** The value of the first output with this label and unit, or null. */
const valueAmong = (outputs: RawBuilder<unknown>, { label, unit }: Measurand) => sql`(
  select (output ->> 'value')::double precision
  from jsonb_array_elements(${outputs}) with ordinality as given (output, position)
  where output ->> 'label' = ${label} and output ->> 'unit' = ${unit}
  order by position limit 1)`;

/** undefined if the user has already replicated the template. */
export async function insertReplication(
  tx: Tx,
  replication: { id: string; templateId: string; userId: string; outputs: readonly Output[]; now: Date },
  measurand: Measurand,
): Promise<ReplicationRow | undefined> {
  const { id, templateId, userId, outputs, now } = replication;
  const given = sql`${JSON.stringify(outputs)}::jsonb`;
  const { rows } = await sql<ReplicationRow>`
    insert into lab_replication (id, template_id, user_id, outputs, value, created_at)
    values (${id}, ${templateId}, ${userId}, ${given}, ${valueAmong(given, measurand)}, ${now})
    on conflict (template_id, user_id) do nothing
    returning *`.execute(tx);
  return rows[0];
}

/** Sets the value of each replication to that of another output. */
export async function updateValues(tx: Tx, templateId: string, measurand: Measurand): Promise<void> {
  await sql`
    update lab_replication set value = ${valueAmong(sql`outputs`, measurand)} where template_id = ${templateId}`.execute(
    tx,
  );
}

/** The values of all replications that have one, without those of inactive users. Deleted users are included. */
export async function listValues(tx: Tx, templateId: string): Promise<number[]> {
  const { rows } = await sql<{ value: number }>`
    select value from lab_replication left join profile on profile.id = user_id
    where template_id = ${templateId} and value is not null and is_active is not false`.execute(tx);
  return rows.map(({ value }) => value);
}

export async function updateSummary(tx: Tx, templateId: string, summary: ReplicationSummary, now: Date): Promise<void> {
  const { replications, confirmations, isRobust, mean, deviation } = summary;
  await tx
    .updateTable('lab_template')
    .set({
      replications,
      confirmations,
      is_robust: isRobust,
      // A template that stays robust keeps its time.
      robust_since: isRobust ? sql<Date>`coalesce(robust_since, ${now})` : null,
      replication_mean: mean,
      replication_deviation: deviation,
    })
    .where('id', '=', templateId)
    .execute();
}

/**
 * Newest first, without those of inactive users. Returns at most `limit` rows, and fewer if they exceed about 5 MB; `hasMore` is
 * true if rows follow.
 */
export async function listReplicationsOf(
  db: Db,
  templateId: string,
  after: Position | null,
  limit: number,
): Promise<{ rows: ReplicationRow[]; hasMore: boolean }> {
  const isAfter = afterCursor(after);
  const { rows } = await sql<ReplicationRow & { found: number }>`
    with chosen as (
      select * from lab_replication
      where template_id = ${templateId} and ${isAfter}
        and (select is_active from profile where profile.id = user_id) is not false
      order by created_at desc, id desc limit ${limit + 1}
    ), sized as (
      select *, count(*) over () as found, coalesce(sum(octet_length(outputs::text)) over (
        order by created_at desc, id desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from chosen
    )
    select * from sized where bytes_before < ${MAX_PAGE_BYTES} order by created_at desc, id desc limit ${limit}`.execute(
    db,
  );
  return { rows, hasMore: (rows[0]?.found ?? 0) > rows.length };
}
