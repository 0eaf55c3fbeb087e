import { type RawBuilder, sql } from 'kysely';
import type { TProperties } from 'typebox';
import { isDay, isInstant, recordSchema } from './record-fields.ts';
import type { Collection, DeletionRule, Expiry, FilesOfRows, Restoration, StoredZone, Table } from './table-facts.ts';

type CollectionDeclaration = {
  description: string;
  /** A field with the name of a column has its value. */
  fields: TProperties;
  /** Columns of the table that the export has not, by why. */
  omits?: Readonly<Record<string, readonly string[]>>;
  /** Columns that a field of another name shows. */
  shows?: Readonly<Record<string, string>>;
  /** Further tables whose rows it has, or the tables in place of its own. */
  tables?: readonly string[];
  /** Default: `created_at`, `id`. */
  order?: readonly string[];
  /** Default: the rows of the owner. */
  rows?: (userId: string) => RawBuilder<unknown>;
  /** Makes records rows again. Default: an import keeps them as history. */
  restore?: Omit<Restoration, 'table' | 'columns'> & { adds?: readonly string[] };
  /** The import of the feature writes them. */
  isRestoredByFeature?: boolean;
};

type TableDeclaration = {
  holds: string;
  /** The column that names the owner of a row, or the columns of which each does. */
  owner?: string | readonly string[];
  /** By name. */
  collections?: Readonly<Record<string, CollectionDeclaration>>;
  /** Why the export has no rows of it, or which collection of another table has them. */
  omitted?: string;
  deletion?: readonly DeletionRule[];
  remains?: Readonly<Record<string, string>>;
  expires?: Expiry;
  isSynced?: boolean;
  files?: readonly FilesOfRows[];
  zone?: StoredZone;
  onZoneData?: string;
};

/** Describes a table: what it holds about users, and what export, import, deletion and retention do with it. */
export function defineTable(name: string, declaration: TableDeclaration): Table {
  const { holds, owner = [], collections = {}, omitted, deletion = [], remains = {}, expires } = declaration;
  const owners = typeof owner === 'string' ? [owner] : owner;
  return {
    name,
    holds,
    owners,
    collections: Object.entries(collections).map(([collection, facts]) =>
      collectionOf(name, owners, collection, facts),
    ),
    omitted: omitted ?? null,
    deletion,
    remains,
    expires: expires ?? null,
    isSynced: declaration.isSynced ?? false,
    files: declaration.files ?? [],
    zone: declaration.zone ?? null,
    onZoneData: declaration.onZoneData ?? null,
  };
}

function collectionOf(
  table: string,
  owners: readonly string[],
  name: string,
  {
    description,
    fields,
    omits = {},
    shows = {},
    tables,
    order,
    rows,
    restore,
    isRestoredByFeature,
  }: CollectionDeclaration,
): Collection {
  const names = Object.keys(fields);
  const { adds = [], ...restoration } = restore ?? {};
  return {
    name,
    record: recordSchema(description, fields),
    fields: names,
    instants: names.filter((field) => isInstant(fields[field])),
    days: names.filter((field) => isDay(fields[field])),
    order: order ?? ['created_at', 'id'],
    rowsOf:
      rows ?? ((userId) => sql`select * from ${sql.table(table)} where ${sql.ref(owners[0] ?? 'id')} = ${userId}`),
    tables: tables ?? [table],
    explained: new Set([
      ...(tables?.includes(table) === false ? [] : owners),
      ...Object.keys(shows),
      ...Object.values(omits).flat(),
    ]),
    restoration:
      restore === undefined
        ? null
        : { ...restoration, table, columns: [...names.filter((field) => field !== 'id'), ...adds] },
    isRestored: restore !== undefined || isRestoredByFeature === true,
  };
}
