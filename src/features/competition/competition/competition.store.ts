import { type Selectable, sql } from 'kysely';
import type { Db, ReadDb, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { Competition } from '#platform/db/tables.generated.ts';
import type { ScoringConfig } from './competition.schema.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'competition.scoring_config': ScoringConfig;
  }
}

export type CompetitionRow = Selectable<Competition>;

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;

const selectCompetition = (db: ReadDb, id: string) => db.selectFrom('competition').selectAll().where('id', '=', id);

export async function findCompetition(db: ReadDb, id: string): Promise<CompetitionRow | undefined> {
  return selectCompetition(db, id).executeTakeFirst();
}

/** As `findCompetition`, with a shared row lock, so that it is neither changed nor scored until the transaction ends. */
export async function shareCompetition(tx: Tx, id: string): Promise<CompetitionRow | undefined> {
  return selectCompetition(tx, id).forShare().executeTakeFirst();
}

/** As `findCompetition`, with an exclusive row lock, so that no template is entered until the transaction ends. */
export async function lockCompetition(tx: Tx, id: string): Promise<CompetitionRow | undefined> {
  return selectCompetition(tx, id).forNoKeyUpdate().executeTakeFirst();
}

export async function listActiveCompetitions(db: Db, after: Position | null, limit: number): Promise<CompetitionRow[]> {
  const query = db.selectFrom('competition').selectAll().where('is_active', '=', true);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The ids of active competitions that are open for entries, ascending. */
export async function listCompetitionsToScore(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from competition where is_active and entry_open order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export type CompetitionValues = {
  name: string;
  description: string;
  scoring_config: ScoringConfig;
  starts_at: Date | null;
  ends_at: Date | null;
  is_active: boolean;
  entry_open: boolean;
};

export async function insertCompetition(
  tx: Tx,
  id: string,
  { scoring_config, ...values }: CompetitionValues,
  now: Date,
): Promise<CompetitionRow> {
  return tx
    .insertInto('competition')
    .values({ id, ...values, scoring_config: json(scoring_config), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateCompetition(
  tx: Tx,
  id: string,
  { scoring_config, ...values }: CompetitionValues,
  now: Date,
): Promise<CompetitionRow> {
  return tx
    .updateTable('competition')
    .set({ ...values, scoring_config: json(scoring_config), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateLastScored(tx: Tx, id: string, now: Date): Promise<CompetitionRow> {
  return tx
    .updateTable('competition')
    .set({ last_scored_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
