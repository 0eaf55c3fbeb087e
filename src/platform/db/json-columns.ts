import type { ColumnType } from 'kysely';

/** The types of JSON columns, by `table.column`. The store that reads a column declares its type, by declaration merging. */
export interface JsonTypes {
  'job_run.result': { message: string };
}

/** A JSON column: read as its type, written as JSON text. */
export type JsonColumn<Name extends string> = ColumnType<
  Name extends keyof JsonTypes ? JsonTypes[Name] : unknown,
  string,
  string
>;
