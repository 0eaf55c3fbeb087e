import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { UnfinishedCopy } from './step-prompt.rules.ts';

const IS_UNFINISHED = sql`completed_steps is not null and completed_at is null`;

/** The next `limit` users with an unfinished copy, by id. */
export async function listOwnersOfUnfinished(db: Db, after: string | null, limit: number): Promise<string[]> {
  const isAfter = after === null ? sql`true` : sql`owner_id > ${after}`;
  const { rows } = await sql<{ owner_id: string }>`
    select distinct owner_id from lab_template where ${IS_UNFINISHED} and ${isAfter}
    order by owner_id limit ${limit}`.execute(db);
  return rows.map(({ owner_id }) => owner_id);
}

/**
 * Marks the due users as prompted and returns the unfinished copy that each changed last. Excludes users prompted after `latest`,
 * inactive and synthetic users, and users who switched off the prompts. Concurrent calls claim each user once.
 */
export async function claimPrompts(
  tx: Tx,
  userIds: readonly string[],
  latest: Date,
  now: Date,
): Promise<UnfinishedCopy[]> {
  const { rows } = await sql<UnfinishedCopy>`
    with due as (
      select copy.*
      from profile cross join lateral (
        select id, owner_id, title, completed_steps, steps -> completed_steps ->> 'title' as step_title
        from lab_template where owner_id = profile.id and ${IS_UNFINISHED}
        order by updated_at desc, id desc limit 1
      ) as copy
      where profile.id = any (${[...userIds]}::uuid[]) and is_active and not is_ai
        and preferences -> 'step_prompts' is distinct from 'false'
        and not exists (
          select from notification_preference where user_id = profile.id and kind = 'step_prompt' and not inbox)
    ), claimed as (
      insert into lab_step_prompt as prompt (user_id, last_prompted_at)
      select owner_id, ${now}::timestamptz from due order by owner_id
      on conflict (user_id) do update set last_prompted_at = excluded.last_prompted_at
        where prompt.last_prompted_at <= ${latest}
      returning user_id
    )
    select id, owner_id as "ownerId", title, completed_steps + 1 as step, step_title as "stepTitle"
    from due join claimed on user_id = owner_id`.execute(tx);
  return rows;
}

export async function deletePrompts(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`delete from lab_step_prompt where user_id = any (${[...userIds]}::uuid[])`.execute(tx);
}
