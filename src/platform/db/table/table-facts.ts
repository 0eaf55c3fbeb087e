import type { RawBuilder } from 'kysely';
import type { TObject } from 'typebox';

/** What is known of a table. The engines of export, import, deletion and retention work from it. */
export type Table = {
  name: string;
  /** What a row is, in words for the user it is about. */
  holds: string;
  /** The columns that name the owner of a row. Empty if a row has none. */
  owners: readonly string[];
  /** What an export has of it. */
  collections: readonly Collection[];
  /** Why an export has no collection of it; null if it has one, or the table holds nothing about users. */
  omitted: string | null;
  /** The deletion rules in their order. Empty if the table contains no data of users. */
  deletion: readonly DeletionRule[];
  /** Columns with text, JSON, bytes or lists that deletion leaves as they are, and why they hold nothing about the erased user. */
  remains: Readonly<Record<string, string>>;
  /** When rows are deleted by their age alone. */
  expires: Expiry | null;
  /** Whether clients list its changes: it has the columns and triggers of migration 27. */
  isSynced: boolean;
  files: readonly FilesOfRows[];
  /** Where a row has the name of a time zone; null if it has none. */
  zone: StoredZone | null;
  /** A statement that runs when the rules of time zones change, with the instant as its parameter; null if there is none. */
  onZoneData: string | null;
};

/** The name of a time zone in a column, or in a key of a JSON column. */
export type StoredZone = {
  name: string;
  /** Sets it to the second parameter. */
  set: string;
  /** Whether it decides the times of the owner from now on. */
  isCurrent?: boolean;
};

/** The records of one kind in an export. */
export type Collection = {
  /** The name of its file. */
  name: string;
  /** The shape of a record. */
  record: TObject;
  fields: readonly string[];
  /** The fields that are instants. */
  instants: readonly string[];
  /** The fields that are calendar dates. */
  days: readonly string[];
  /** Columns that order the rows, unique together. */
  order: readonly string[];
  /** The rows of a user, with a column for each field. */
  rowsOf: (userId: string) => RawBuilder<unknown>;
  /** Those whose rows it has. */
  tables: readonly string[];
  /** Columns of its tables without a field of their name. */
  explained: ReadonlySet<string>;
  /** Null for records that an import keeps as history, or that the import of the feature writes. */
  restoration: Restoration | null;
  /** Whether an import makes rows of the records again. */
  isRestored: boolean;
};

/** How records become rows again. `is_imported` excludes rows from engagement. */
export type Restoration = {
  table: string;
  /** Its columns but `id` and the owner. */
  columns: readonly string[];
  /** Fields that name a record of another collection, and whether a row can be without. */
  references?: Readonly<Record<string, { collection: string; isRequired: boolean }>>;
  /** Dates that may be later than tomorrow. */
  futureDays?: readonly string[];
  /** What holds for a row that can be written. */
  condition?: RawBuilder<boolean>;
};

/**
 * What deletion does with the rows in which a condition holds. Conditions and values are SQL with `:id` for the id of the erased user,
 * `:emails` for their email addresses in lower case, and `:erased_at` for the instant of the deletion.
 */
export type DeletionRule = {
  /** Columns that name a user, which the condition reads. */
  columns: readonly string[];
  where: string;
  /** A table of a lower feature whose rows it changes. Default: its own. */
  table?: string;
} & (
  | { action: 'erase' }
  /** Columns get new values. */
  | { action: 'anonymize'; set: Readonly<Record<string, string>>; reason: string }
  | { action: 'keep'; reason: string }
);

/** Rows are deleted when a column is older than a number of days. The column is the first of an index. */
export type Expiry = {
  /** The name of the kind in the result of the run. */
  name: string;
  /** The event from which the days count. */
  of: string;
  column: string;
  days: number;
  /** Whether whole months are dropped. The column is the time of creation. */
  isPartitioned?: boolean;
};

/** Files of the storage that rows name. */
export type FilesOfRows = {
  /** The folder of their keys. */
  folder: string;
  /** Whether the owner of the row may see the file, and no other user. */
  isForOwner?: boolean;
  /** The condition that a row names the file `file.key`. */
  isNamed: RawBuilder<unknown>;
  /** The keys of files that must exist, as `key`. Files without are derived, or are written after their row. */
  required?: RawBuilder<{ key: string }>;
  /** The keys of files that are deleted with a user, as `key`. */
  ofUser?: (userId: string) => RawBuilder<{ key: string }>;
  /** The files of an export: their path in the archive as `path`, and their `key`. */
  exported?: {
    /** Columns that order the rows, unique together. Default: `created_at`, `id`. */
    order?: readonly string[];
    rows: (userId: string) => RawBuilder<unknown>;
  };
};
