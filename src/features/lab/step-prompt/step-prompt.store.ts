import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WaitingExperiment } from './step-prompt.rules.ts';

const IS_UNFINISHED = sql`completed_steps is not null and completed_at is null`;

/** The next so many people who have begun a copy and not ended it, in the order of their ids. */
export async function listPeopleWithUnfinished(db: Db, after: string | null, limit: number): Promise<string[]> {
  const isAfter = after === null ? sql`true` : sql`owner_id > ${after}`;
  const { rows } = await sql<{ owner_id: string }>`
    select distinct owner_id from lab_template where ${IS_UNFINISHED} and ${isAfter}
    order by owner_id limit ${limit}`.execute(db);
  return rows.map(({ owner_id }) => owner_id);
}

/**
 * Marks those of these people as prompted now who are to be, and gives the unfinished copy that each touched last. Left out is who
 * was prompted after `latest`, is inactive or synthetic, or does not want to be prompted. Of several at once, one gets a person.
 */
export async function claimPrompts(
  tx: Tx,
  userIds: readonly string[],
  latest: Date,
  now: Date,
): Promise<WaitingExperiment[]> {
  const { rows } = await sql<WaitingExperiment>`
    with waiting as (
      select copy.*
      from profile cross join lateral (
        select id, owner_id, title, completed_steps, steps -> completed_steps ->> 'title' as step_title
        from lab_template where owner_id = profile.id and ${IS_UNFINISHED}
        order by updated_at desc, id desc limit 1
      ) as copy
      where profile.id = any (${[...userIds]}::uuid[]) and is_active and not is_ai
        and preferences -> 'step_prompts' is distinct from 'false'
    ), claimed as (
      insert into lab_step_prompt as prompt (user_id, last_prompted_at)
      select owner_id, ${now}::timestamptz from waiting order by owner_id
      on conflict (user_id) do update set last_prompted_at = excluded.last_prompted_at
        where prompt.last_prompted_at <= ${latest}
      returning user_id
    )
    select id, owner_id as "ownerId", title, completed_steps + 1 as step, step_title as "stepTitle"
    from waiting join claimed on user_id = owner_id`.execute(tx);
  return rows;
}

/** These people count as never prompted. */
export async function deletePrompts(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`delete from lab_step_prompt where user_id = any (${[...userIds]}::uuid[])`.execute(tx);
}
