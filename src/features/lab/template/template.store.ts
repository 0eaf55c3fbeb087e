import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, ReadDb, Tx } from '#platform/db/database.ts';
import { afterCursor, MAX_PAGE_BYTES, type Position } from '#platform/db/pagination.ts';
import type { LabTemplate } from '#platform/db/tables.generated.ts';
import type { GradeBand, PredictedValues, SafetyLevel, Step } from './template.schema.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'lab_template.steps': Step[];
    'lab_template.predicted_values': PredictedValues;
  }
}

export type TemplateRow = Selectable<LabTemplate>;

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;

const isVisibleTo = (viewerId: string) => sql<boolean>`(owner_id = ${viewerId} or (is_public and is_template))`;

/** A subquery for each row, so that lists keep reading down their index. */
const IS_OWNER_ACTIVE = sql`(select is_active from profile where profile.id = owner_id)`;

const selectTemplate = (db: Db, id: string) => db.selectFrom('lab_template').selectAll().where('id', '=', id);

/** The viewer's own template or copy, or a public template. */
export async function findVisibleTemplate(db: Db, viewerId: string, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(db, id).where(isVisibleTo(viewerId)).executeTakeFirst();
}

/** As `findVisibleTemplate`, with a shared row lock. */
export async function shareVisibleTemplate(tx: Tx, viewerId: string, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(tx, id).where(isVisibleTo(viewerId)).forShare().executeTakeFirst();
}

/** As `findVisibleTemplate`, with an exclusive row lock. */
export async function lockVisibleTemplate(tx: Tx, viewerId: string, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(tx, id).where(isVisibleTo(viewerId)).forNoKeyUpdate().executeTakeFirst();
}

export async function lockOwnTemplate(tx: Tx, ownerId: string, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(tx, id).where('owner_id', '=', ownerId).forNoKeyUpdate().executeTakeFirst();
}

/** A template or copy of any owner. */
export async function lockTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(tx, id).forNoKeyUpdate().executeTakeFirst();
}

/** The titles of the public templates among `ids`, by id. */
export async function listPublicTitles(db: ReadDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from lab_template where id = any (${[...ids]}::uuid[]) and is_public and is_template`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Whether a user is in a classroom, with a shared row lock on the profile. */
export async function shareClassroomFlag(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('profile')
    .select('is_classroom')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return row?.is_classroom ?? false;
}

/** Whether a template has a replication, also one of an inactive user, which `replications` does not count. */
export async function isReplicated(tx: Tx, templateId: string): Promise<boolean> {
  const { rows } = await sql`select from lab_replication where template_id = ${templateId} limit 1`.execute(tx);
  return rows.length > 0;
}

export type TemplateFilter = {
  scope: 'mine' | 'public' | 'all';
  isForClassrooms: boolean;
  after: Position | null;
};

/**
 * The templates and copies that the viewer can see, newest first, without public templates of inactive users. Returns at most
 * `limit` rows, and fewer if they exceed about 5 MB; `hasMore` is true if rows follow. The viewer's own and public templates are two
 * index scans.
 */
export async function listVisibleTemplates(
  db: Db,
  viewerId: string,
  { scope, isForClassrooms, after }: TemplateFilter,
  limit: number,
): Promise<{ rows: TemplateRow[]; hasMore: boolean }> {
  const conditions = sql.join(
    [sql`true`, ...(isForClassrooms ? [sql`is_template and safety_level = 'classroom_safe'`] : []), afterCursor(after)],
    sql` and `,
  );
  const scan = (condition: RawBuilder<unknown>) => sql`
    (select id, created_at from lab_template where ${condition} and ${conditions} order by created_at desc, id desc limit ${limit + 1})`;
  const scans = [
    ...(scope === 'public' ? [] : [scan(sql`owner_id = ${viewerId}`)]),
    ...(scope === 'mine'
      ? []
      : [scan(sql`is_public and is_template and owner_id <> ${viewerId} and ${IS_OWNER_ACTIVE}`)]),
  ];
  const bytes = sql`(
    octet_length(title) + octet_length(description) + octet_length(steps::text)
      + coalesce(octet_length(predicted_values::text), 0))`;
  // Recursive, so that the texts of rows beyond the page are never read.
  const { rows } = await sql<TemplateRow & { found: number }>`
    with recursive chosen as materialized (
      select array_agg(id order by created_at desc, id desc) as ids
      from (
        select * from (${sql.join(scans, sql` union all `)}) candidate order by created_at desc, id desc limit ${limit + 1}
      ) as newest
    ), on_page as (
      select 1 as ordinal, ${bytes} as bytes_so_far from chosen join lab_template on id = ids[1]
      union all
      select ordinal + 1, bytes_so_far + ${bytes}
      from on_page cross join chosen join lab_template on id = ids[ordinal + 1]
      where bytes_so_far < ${MAX_PAGE_BYTES} and ordinal < ${limit}
    )
    select lab_template.*, cardinality(ids) as found
    from on_page cross join chosen join lab_template on id = ids[ordinal] order by ordinal`.execute(db);
  return { rows, hasMore: (rows[0]?.found ?? 0) > rows.length };
}

export type TemplateValues = {
  title?: string;
  description?: string;
  steps?: readonly Step[];
  predicted_values?: PredictedValues | null;
  is_template?: boolean;
  is_public?: boolean;
  safety_level?: SafetyLevel;
  min_grade_band?: GradeBand | null;
  completed_steps?: number;
  completed_at?: Date | null;
};

export type NewTemplateValues = {
  id: string;
  ownerId: string;
  title: string;
  description: string;
  steps: readonly Step[];
  predictedValues: PredictedValues | null;
  isTemplate: boolean;
  isPublic: boolean;
  now: Date;
};

export async function insertTemplate(db: Db, template: NewTemplateValues): Promise<TemplateRow> {
  const { id, ownerId, title, description, steps, predictedValues, isTemplate, isPublic, now } = template;
  return db
    .insertInto('lab_template')
    .values({
      id,
      owner_id: ownerId,
      title,
      description,
      steps: json(steps),
      predicted_values: predictedValues && json(predictedValues),
      is_template: isTemplate,
      is_public: isPublic,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts a copy without completed steps. */
export async function insertCopy(
  tx: Tx,
  copy: { id: string; ownerId: string; templateId: string; isAttested: boolean; now: Date },
): Promise<TemplateRow> {
  const { id, ownerId, templateId, isAttested, now } = copy;
  const { rows } = await sql<TemplateRow>`
    insert into lab_template (id, owner_id, title, description, steps, predicted_values, is_template, is_public,
      safety_level, min_grade_band, cloned_from, completed_steps, is_attested, created_at, updated_at)
    select ${id}, ${ownerId}, title, description, steps, predicted_values, false, false,
      safety_level, min_grade_band, id, 0, ${isAttested}, ${now}, ${now}
    from lab_template where id = ${templateId}
    returning *`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The locked template does not exist.');
  return row;
}

/** `first_completed_at` never changes once it is set. Rows of earlier versions have `completed_at` only. */
export async function updateTemplate(tx: Tx, id: string, values: TemplateValues, now: Date): Promise<TemplateRow> {
  const { steps, predicted_values, completed_at, ...plain } = values;
  return tx
    .updateTable('lab_template')
    .set({
      ...plain,
      ...(completed_at !== undefined && {
        completed_at,
        first_completed_at: sql<Date | null>`coalesce(first_completed_at, completed_at, ${completed_at}::timestamptz)`,
      }),
      ...(steps !== undefined && { steps: json(steps) }),
      ...(predicted_values !== undefined && { predicted_values: predicted_values && json(predicted_values) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
