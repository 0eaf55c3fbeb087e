import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { EVENT_CHANNEL } from '../sequencer/sequencer.store.ts';

export async function notifyNodes(db: Db, message: string): Promise<void> {
  await sql`select pg_notify(${EVENT_CHANNEL}, ${message})`.execute(db);
}
