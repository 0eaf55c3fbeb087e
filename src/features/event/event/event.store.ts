import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export type OutboxValues = {
  kind: string;
  actor_id: string | null;
  audience: readonly string[];
  data: object;
  coalesce_key: string | null;
  occurred_at: Date;
};

/** Keeps the order of the events. */
export async function insertIntoOutbox(tx: Tx, events: readonly OutboxValues[]): Promise<void> {
  await sql`
    insert into event_outbox (kind, actor_id, audience, data, coalesce_key, occurred_at)
    select kind, actor_id, array(select jsonb_array_elements_text(audience)), data, coalesce_key, occurred_at
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as event (kind text, actor_id uuid, audience jsonb, data jsonb, coalesce_key text, occurred_at timestamptz)`.execute(
    tx,
  );
}
