import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** From the one instant on, and before the other; null where there is no such end. */
export type Span = { from: Date | null; until: Date | null };

/** What others who are active have made of a template, and what those measured who are gone. */
export type TemplateTally = {
  templateId: string;
  /** People who copied it, and those of them who have ever done all steps of a copy, by when they first had. */
  clones: number;
  completions: number;
  /** Replications that confirm its prediction, and those that do not. */
  confirmations: number;
  refutations: number;
  /** Approved films about it. */
  builds: number;
};

/** `confirming` is how far from the prediction a value is that confirms it. Templates that do not exist are left out. */
export async function tallyTemplates(
  db: Db,
  templateIds: readonly string[],
  { from, until }: Span,
  confirming: { share: number; timesAsLarge: number },
): Promise<TemplateTally[]> {
  const isWithin = (moment: RawBuilder<unknown>) => sql`(
    (${from}::timestamptz is null or ${moment} >= ${from}::timestamptz)
    and (${until}::timestamptz is null or ${moment} < ${until}::timestamptz))`;
  // A node of the version before leaves only when it was completed.
  const firstCompletedAt = sql`coalesce(copy.first_completed_at, copy.completed_at)`;
  // PostgreSQL refuses a product that is too small for it; none of these is.
  const timesAsLarge = sql`${confirming.timesAsLarge}::double precision`;
  const isConfirming = sql`
    abs(value - predicted) * ${timesAsLarge} <= abs(predicted) * ${timesAsLarge} * ${confirming.share}::double precision`;
  const { rows } = await sql<TemplateTally>`
    with asked as (
      select id, owner_id, (predicted_values #>> '{outputs,0,value}')::double precision as predicted
      from lab_template where id = any (${[...templateIds]}::uuid[])
    )
    select asked.id as "templateId", clones, completions, confirmations, refutations, builds
    from asked
    cross join lateral (
      select count(distinct copy.owner_id) filter (where ${isWithin(sql`copy.created_at`)})::integer as clones,
        count(distinct copy.owner_id) filter (
          where ${firstCompletedAt} is not null and ${isWithin(firstCompletedAt)}
        )::integer as completions
      from lab_template copy join profile on profile.id = copy.owner_id and is_active
      where copy.cloned_from = asked.id and copy.owner_id <> asked.owner_id
    ) as copies
    cross join lateral (
      select count(*) filter (where ${isConfirming})::integer as confirmations,
        count(*) filter (where not (${isConfirming}))::integer as refutations
      from lab_replication replication left join profile on profile.id = user_id
      where template_id = asked.id and user_id is distinct from asked.owner_id and is_active is not false
        and ${isWithin(sql`replication.created_at`)}
    ) as replications
    cross join lateral (
      select count(*)::integer as builds from lab_video video join profile on profile.id = submitted_by and is_active
      where template_id = asked.id and status = 'approved' and submitted_by <> asked.owner_id
        and ${isWithin(sql`video.created_at`)}
    ) as films`.execute(db);
  return rows;
}
