import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** From `from`, included, until `until`, excluded. null for no limit. */
export type TimeSpan = { from: Date | null; until: Date | null };

/** Counts without the owner and inactive users. Replications of deleted users count. */
export type TemplateStats = {
  templateId: string;
  /** Users with a copy, by its creation. */
  clones: number;
  /** Users who completed a copy, by the first completion of each copy. */
  completions: number;
  /** Replications that confirm the current prediction. */
  confirmations: number;
  /** Replications that do not confirm it. */
  refutations: number;
  /** Approved videos, by their submission. */
  builds: number;
};

/** Templates that do not exist are omitted. */
export async function listTemplateStats(
  db: Db,
  templateIds: readonly string[],
  { from, until }: TimeSpan,
  tolerance: { fraction: number; scale: number },
): Promise<TemplateStats[]> {
  const isWithin = (instant: RawBuilder<unknown>) => sql`(
    (${from}::timestamptz is null or ${instant} >= ${from}::timestamptz)
    and (${until}::timestamptz is null or ${instant} < ${until}::timestamptz))`;
  // Rows of earlier versions have `completed_at` only.
  const firstCompletedAt = sql`coalesce(copy.first_completed_at, copy.completed_at)`;
  // PostgreSQL raises an error on underflow, which the scale prevents.
  const scale = sql`${tolerance.scale}::double precision`;
  const isConfirming = sql`
    abs(value - predicted) * ${scale} <= abs(predicted) * ${scale} * ${tolerance.fraction}::double precision`;
  const { rows } = await sql<TemplateStats>`
    with given as (
      select id, owner_id, (predicted_values #>> '{outputs,0,value}')::double precision as predicted
      from lab_template where id = any (${[...templateIds]}::uuid[])
    )
    select given.id as "templateId", clones, completions, confirmations, refutations, builds
    from given
    cross join lateral (
      select count(distinct copy.owner_id) filter (where ${isWithin(sql`copy.created_at`)})::integer as clones,
        count(distinct copy.owner_id) filter (
          where ${firstCompletedAt} is not null and ${isWithin(firstCompletedAt)}
        )::integer as completions
      from lab_template copy join profile on profile.id = copy.owner_id and is_active
      where copy.cloned_from = given.id and copy.owner_id <> given.owner_id
    ) as copies
    cross join lateral (
      select count(*) filter (where ${isConfirming})::integer as confirmations,
        count(*) filter (where not (${isConfirming}))::integer as refutations
      from lab_replication replication left join profile on profile.id = user_id
      where template_id = given.id and user_id is distinct from given.owner_id and is_active is not false
        and ${isWithin(sql`replication.created_at`)}
    ) as replications
    cross join lateral (
      select count(*)::integer as builds from lab_video video join profile on profile.id = submitted_by and is_active
      where template_id = given.id and status = 'approved' and submitted_by <> given.owner_id
        and ${isWithin(sql`video.created_at`)}
    ) as videos`.execute(db);
  return rows;
}

export type LabActivity = { newTemplates: number; replications: number; newlyRobust: number };

/**
 * Counts new public templates, their replications, and templates that became robust, from `from`, included, until `until`, excluded.
 * Only templates and replications of active users count; replications of deleted users do, too.
 */
export async function countLabActivity(db: Db, from: Date, until: Date): Promise<LabActivity> {
  const { rows } = await sql<LabActivity>`
    select
      (
        select count(*)::integer from lab_template template join profile on profile.id = owner_id and is_active
        where is_public and is_template and template.created_at >= ${from} and template.created_at < ${until}
      ) as "newTemplates",
      (
        select count(*)::integer from lab_replication replication
          join lab_template template on template.id = template_id
          join profile owner on owner.id = owner_id and owner.is_active
          left join profile replicator on replicator.id = user_id
        where is_public and is_template and replicator.is_active is not false and replication.created_at >= ${from} and replication.created_at < ${until}
      ) as replications,
      (
        select count(*)::integer from lab_template join profile on profile.id = owner_id and is_active
        where is_public and is_template and robust_since >= ${from} and robust_since < ${until}
      ) as "newlyRobust"`.execute(db);
  const [activity] = rows;
  if (activity === undefined) throw new Error('An aggregate returns one row.');
  return activity;
}
