import type { Collection, Expiry, FilesOfRows, Table } from './table-facts.ts';

/** All collections of an export, in the order of the archive: a collection comes after those that its records name. */
export function collectionsOf(tables: readonly Table[]): Collection[] {
  return tables.toReversed().flatMap(({ collections }) => collections);
}

export function findCollection(tables: readonly Table[], name: string): Collection | undefined {
  for (const { collections } of tables) {
    const collection = collections.find((one) => one.name === name);
    if (collection !== undefined) return collection;
  }
  return undefined;
}

/** The JSON Schema of a record of each collection. */
export function describeCollections(tables: readonly Table[]): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Records of a Meadow export',
    $defs: Object.fromEntries(collectionsOf(tables).map(({ name, record }) => [name, record])),
  };
}

/** The rows of a table whose column is older than a number of days. */
export type ExpiredRows = Expiry & { table: string };

export function expiredRowsOf(tables: readonly Table[]): ExpiredRows[] {
  return tables.flatMap(({ name, expires }) => (expires === null ? [] : [{ ...expires, table: name }]));
}

export function filesOf(tables: readonly Table[]): FilesOfRows[] {
  return tables.flatMap(({ files }) => files);
}

/** The folders of files that rows name. Files in other folders belong to other programs. */
export function foldersOf(tables: readonly Table[]): ReadonlySet<string> {
  return new Set(filesOf(tables).map(({ folder }) => folder));
}
