import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { idFits } from '#platform/db/partitions.ts';
import type { TimeSpan } from './usage.rules.ts';

export type TextUsageType = 'tone_analysis' | 'note_analysis' | 'daily_drop';
export type ImageUsageType = 'entry_background' | 'tone_pack_image';

export type NewUsage = {
  id: string;
  userId: string;
  type: TextUsageType | ImageUsageType;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** USD as a decimal. */
  cost: string;
  /** The id of the record that the call was for; null if there is none. */
  referenceId: string | null;
};

export async function insertUsages(db: Db, usages: readonly NewUsage[], now: Date): Promise<void> {
  const of = <Key extends keyof NewUsage>(key: Key) => usages.map((usage) => usage[key]);
  await sql`
    insert into token_usage (id, user_id, type, model, input_tokens, output_tokens, cost_usd, reference_id, created_at)
    select given.*, ${now}::timestamptz
    from unnest(${of('id')}::uuid[], ${of('userId')}::uuid[], ${of('type')}::text[], ${of('model')}::text[],
      ${of('inputTokens')}::integer[], ${of('outputTokens')}::integer[], ${of('cost')}::numeric[],
      ${of('referenceId')}::uuid[]) as given`.execute(db);
}

/** Counts AI calls of a user on a day (UTC). Returns false and counts none if the sum would exceed `limit`. */
export async function claimAiCalls(
  db: Db,
  userId: string,
  day: string,
  calls: number,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into ai_call_count as count (user_id, day, calls)
    select ${userId}::uuid, ${day}::date, ${calls}::integer where ${calls}::integer <= ${limit}::integer
    on conflict (user_id, day) do update set calls = count.calls + excluded.calls
      where count.calls + excluded.calls <= ${limit}
    returning calls`.execute(db);
  return rows.length > 0;
}

/** The purpose of AI calls; `all` for the total. */
export type UsageKind = 'tone' | 'images' | 'packs' | 'assistant' | 'all';

/** `cost` is USD as a decimal with eight places. */
export type UsageSum = { user_id: string; kind: UsageKind; tokens: number; cost: string };

/** The usage of these users within the time span: a row for each kind and one for the total. */
export async function listUsageSums(
  db: Db,
  userIds: readonly string[],
  { from, until }: TimeSpan,
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    with used as (
      select user_id, input_tokens::bigint + output_tokens as tokens, cost_usd,
        case type
          when 'tone_analysis' then 'tone'
          when 'entry_background' then 'images'
          when 'tone_pack_image' then 'packs'
          else 'assistant'
        end as kind
      from token_usage
      where user_id = any (${[...userIds]}::uuid[]) and created_at >= ${from} and created_at < ${until}
        and ${idFits({ from, until })}
    )
    select user_id, coalesce(kind, 'all') as kind, sum(tokens)::bigint as tokens, sum(cost_usd) as cost
    from used
    group by user_id, rollup (kind)`.execute(db);
  return rows;
}
