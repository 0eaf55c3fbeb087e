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
