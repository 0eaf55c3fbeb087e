import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { afterCursor, MAX_PAGE_BYTES, type Position } from '../../../platform/db/pagination.ts';
import type { LabTemplate } from '../../../platform/db/tables.generated.ts';
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

/** Asked of each row that a list reads, so that it goes on reading them off its index. */
const IS_OWNER_ACTIVE = sql`(select is_active from profile where profile.id = owner_id)`;

const selectTemplate = (db: Db, id: string) => db.selectFrom('lab_template').selectAll().where('id', '=', id);

/** The viewer's own, or a template that is public. */
export async function findVisibleTemplate(db: Db, viewerId: string, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(db, id).where(isVisibleTo(viewerId)).executeTakeFirst();
}

/** As `findVisibleTemplate`, and nobody changes it until the transaction ends. */
export async function shareVisibleTemplate(tx: Tx, viewerId: string, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(tx, id).where(isVisibleTo(viewerId)).forShare().executeTakeFirst();
}

/** As `findVisibleTemplate`, and one transaction at a time has it. */
export async function lockVisibleTemplate(tx: Tx, viewerId: string, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(tx, id).where(isVisibleTo(viewerId)).forNoKeyUpdate().executeTakeFirst();
}

/** The owner's, for a change. */
export async function lockTemplateOf(tx: Tx, ownerId: string, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(tx, id).where('owner_id', '=', ownerId).forNoKeyUpdate().executeTakeFirst();
}

/** Anybody's, for a change by privilege. */
export async function lockTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  return selectTemplate(tx, id).forNoKeyUpdate().executeTakeFirst();
}

/** Of these templates, those that everybody sees. */
export async function listPublicTitles(db: Db, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from lab_template where id = any (${[...ids]}::uuid[]) and is_public and is_template`.execute(db);
  return rows;
}

export type TemplateFilter = {
  scope: 'mine' | 'public' | 'all';
  isForClassrooms: boolean;
  after: Position | null;
};

/**
 * What the viewer sees, newest first, without what is public of people who are inactive: at most `limit`, and fewer once they give
 * about 5 MB. `hasMore` says whether others follow. Their own and what is public are two runs of an index each.
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
  const run = (whose: RawBuilder<unknown>) => sql`
    (select id, created_at from lab_template where ${whose} and ${conditions} order by created_at desc, id desc limit ${limit + 1})`;
  const runs = [
    ...(scope === 'public' ? [] : [run(sql`owner_id = ${viewerId}`)]),
    ...(scope === 'mine'
      ? []
      : [run(sql`is_public and is_template and owner_id <> ${viewerId} and ${IS_OWNER_ACTIVE}`)]),
  ];
  const bytes = sql`(
    octet_length(title) + octet_length(description) + octet_length(steps::text)
      + coalesce(octet_length(predicted_values::text), 0))`;
  // One after the other, so that the words of what is not on the page any more are not even read.
  const { rows } = await sql<TemplateRow & { found: number }>`
    with recursive chosen as materialized (
      select array_agg(id order by created_at desc, id desc) as ids
      from (
        select * from (${sql.join(runs, sql` union all `)}) candidate order by created_at desc, id desc limit ${limit + 1}
      ) as newest
    ), on_page as (
      select 1 as place, ${bytes} as bytes_so_far from chosen join lab_template on id = ids[1]
      union all
      select place + 1, bytes_so_far + ${bytes}
      from on_page cross join chosen join lab_template on id = ids[place + 1]
      where bytes_so_far < ${MAX_PAGE_BYTES} and place < ${limit}
    )
    select lab_template.*, cardinality(ids) as found
    from on_page cross join chosen join lab_template on id = ids[place] order by place`.execute(db);
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

/** A copy of the template for this person, of which nothing is done yet. */
export async function insertClone(
  tx: Tx,
  clone: { id: string; ownerId: string; templateId: string; isAttested: boolean; now: Date },
): Promise<TemplateRow> {
  const { id, ownerId, templateId, isAttested, now } = clone;
  const { rows } = await sql<TemplateRow>`
    insert into lab_template (id, owner_id, title, description, steps, predicted_values, is_template, is_public,
      safety_level, min_grade_band, cloned_from, completed_steps, is_attested, created_at, updated_at)
    select ${id}, ${ownerId}, title, description, steps, predicted_values, false, false,
      safety_level, min_grade_band, id, 0, ${isAttested}, ${now}, ${now}
    from lab_template where id = ${templateId}
    returning *`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The template that is locked is not there.');
  return row;
}

/** When a copy was completed first stays, also where a node of the version before wrote only when it was completed. */
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
