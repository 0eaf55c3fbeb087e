import { type RawBuilder, sql } from 'kysely';

/** The versions of a record that a write accepts; null for any. */
export type ExpectedVersions = readonly number[] | null;

/** Whether a row has one of the versions. For the `where` of the statement that changes it. */
export function hasVersion(expected: ExpectedVersions): RawBuilder<boolean> {
  return expected === null ? sql<boolean>`true` : sql<boolean>`version = any (${[...expected]}::integer[])`;
}
