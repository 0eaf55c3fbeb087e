import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type UsageType = 'tone_analysis' | 'entry_background' | 'tone_pack_image' | 'note_analysis' | 'daily_drop';

export type NewUsage = {
  id: string;
  userId: string;
  type: UsageType;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** A decimal number of USD. */
  cost: string;
  now: Date;
};

export async function insertUsage(db: Db, usage: NewUsage): Promise<void> {
  await db
    .insertInto('token_usage')
    .values({
      id: usage.id,
      user_id: usage.userId,
      type: usage.type,
      model: usage.model,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost_usd: usage.cost,
      created_at: usage.now,
    })
    .execute();
}

/** Counts one more call of the person on this day (UTC); false where `limit` calls have been made. */
export async function claimAiCall(db: Db, userId: string, day: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    insert into ai_call_count as count (user_id, day, calls) values (${userId}, ${day}, 1)
    on conflict (user_id, day) do update set calls = count.calls + 1 where count.calls < ${limit}
    returning calls`.execute(db);
  return rows.length > 0;
}
