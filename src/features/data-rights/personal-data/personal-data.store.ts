import { type RawBuilder, sql } from 'kysely';
import type { DeletionRule } from '#platform/db/table/table-facts.ts';

/** The user a statement is about. `emails` are in lower case. */
export type Subject = { id: string; emails: readonly string[]; erasedAt: Date };

const ROWS_AT_ONCE = 2_000;

/**
 * The statement that does what a rule says to the rows of a table; null for rows that stay. Safe to repeat. A statement that erases
 * takes 2,000 rows at most, of a partitioned table a few more: repeat it until none is left.
 */
export function deletionStatement(ofTable: string, rule: DeletionRule, subject: Subject): RawBuilder<unknown> | null {
  const table = rule.table ?? ofTable;
  if (rule.action === 'keep') return null;
  const condition = bind(rule.where, subject);
  if (rule.action === 'erase') {
    // A ctid is unique within a partition.
    return sql`delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(ROWS_AT_ONCE)})) and (${condition})`;
  }
  const changes = Object.entries(rule.set).map(([column, value]) => sql`${sql.ref(column)} = ${bind(value, subject)}`);
  return sql`update ${sql.table(table)} set ${sql.join(changes)} where ${condition}`;
}

/** The number of rows in which the condition of a rule holds. */
export function countStatement(table: string, rule: DeletionRule, subject: Subject): RawBuilder<{ rows: number }> {
  return sql`select count(*)::integer as rows from ${sql.table(rule.table ?? table)} where ${bind(rule.where, subject)}`;
}

/** Replaces the placeholders by parameters. */
function bind(text: string, { id, emails, erasedAt }: Subject): RawBuilder<unknown> {
  const parts = text.split(/(:id|:emails|:erased_at)\b/).map((part) => {
    if (part === ':id') return sql`${id}::uuid`;
    if (part === ':emails') return sql`${[...emails]}::text[]`;
    if (part === ':erased_at') return sql`${erasedAt}::timestamptz`;
    return sql.raw(part);
  });
  return sql.join(parts, sql.raw(''));
}
