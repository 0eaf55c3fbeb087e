import { type Selectable, sql } from 'kysely';
import type { ReadDb, Tx } from '#platform/db/database.ts';
import type { Position } from '#platform/db/pagination.ts';
import type { CompetitionEntry } from '#platform/db/tables.generated.ts';
import type { Counts } from './entry.schema.ts';

export type EntryRow = Selectable<CompetitionEntry>;

/** undefined if the template has already been entered. */
export async function insertEntry(
  tx: Tx,
  entry: { id: string; competitionId: string; templateId: string; userId: string; now: Date },
): Promise<EntryRow | undefined> {
  const { id, competitionId, templateId, userId, now } = entry;
  return tx
    .insertInto('competition_entry')
    .values({ id, competition_id: competitionId, template_id: templateId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.columns(['competition_id', 'template_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Locks the entries of a locked competition, by id. Skips locked rows: only the deletion of a user locks one, and waiting for it could
 * deadlock, since it locks rows in another order.
 */
export async function lockEntries(tx: Tx, competitionId: string): Promise<{ id: string; templateId: string }[]> {
  const { rows } = await sql<{ id: string; templateId: string }>`
    select id, template_id as "templateId" from competition_entry
    where competition_id = ${competitionId} order by id for no key update skip locked`.execute(tx);
  return rows;
}

export type EntryScore = { id: string; counts: Counts; score: number };

/** Writes only rows that change. */
export async function updateScores(tx: Tx, scores: readonly EntryScore[]): Promise<void> {
  const column = (name: keyof Counts) => sql`${scores.map(({ counts }) => counts[name])}::integer[]`;
  await sql`
    update competition_entry set clones = given.clones, completions = given.completions,
      confirmations = given.confirmations, refutations = given.refutations, builds = given.builds, score = given.score
    from unnest(${scores.map(({ id }) => id)}::uuid[], ${column('clone')}, ${column('completion')},
      ${column('replication_confirmed')}, ${column('replication_refuted')}, ${column('build')},
      ${scores.map(({ score }) => score)}::bigint[])
      as given (id, clones, completions, confirmations, refutations, builds, score)
    where competition_entry.id = given.id and (competition_entry.score, competition_entry.clones,
        competition_entry.completions, competition_entry.confirmations, competition_entry.refutations, competition_entry.builds)
      is distinct from (given.score, given.clones, given.completions, given.confirmations, given.refutations, given.builds)`.execute(
    tx,
  );
}

export type RankedRow = EntryRow & { full_name: string; avatar_url: string | null; is_ai: boolean };

/**
 * The next `limit` entries after a position, by score and then newest first, without those of inactive users. `better` is the number
 * of entries with a better score than the first of these, `before` the number of entries listed before it.
 */
export async function listRanked(
  db: ReadDb,
  competitionId: string,
  after: Position | null,
  limit: number,
): Promise<{ rows: RankedRow[]; better: number; before: number }> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(score, created_at, entry.id) < (
          select score, created_at, id from competition_entry where competition_id = ${competitionId} and id = ${after.id})`;
  // Reads down the index of the leaderboard, with a key lookup for each user, until the page is full. `offset 0` keeps this plan.
  const { rows } = await sql<RankedRow & { better: number; before: number }>`
    with page as materialized (
      select entry.*, full_name, avatar_url, is_ai
      from competition_entry entry cross join lateral (
        select full_name, avatar_url, is_ai from profile where id = entry.user_id and is_active offset 0
      ) as owner
      where competition_id = ${competitionId} and ${isAfter}
      order by score desc, created_at desc, entry.id desc limit ${limit}
    ), first as materialized (
      select score, created_at, id from page order by score desc, created_at desc, id desc limit 1
    ), ranked as materialized (
      select count(*) filter (where entry.score > first.score)::integer as better, count(*)::integer as before
      from first join competition_entry entry on entry.competition_id = ${competitionId}
        and (entry.score, entry.created_at, entry.id) > (first.score, first.created_at, first.id)
      join profile on profile.id = entry.user_id and is_active
    )
    select page.*, better, before from page cross join ranked
    order by score desc, created_at desc, id desc`.execute(db);
  return { rows, better: rows[0]?.better ?? 0, before: rows[0]?.before ?? 0 };
}
