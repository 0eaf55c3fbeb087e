import type { TSchema } from 'typebox';
import type { ImportedEntry, ImportedNotebook, LeftOut } from '#features/journal';
import type { Archive } from '../archive.actions.ts';
import type { MeadowRecord } from '../meadow/meadow-item.actions.ts';
import type { FormatName } from './format.schema.ts';

/** A record that can be imported. A new kind needs a writer (`../writer.actions.ts`). */
export type ImportRecord = ImportedNotebook | ImportedEntry | MeadowRecord;

/** What a file contains. A record comes after those that it refers to. */
export type ImportItem = ImportRecord | ({ kind: 'left-out' } & { omitted: LeftOut });

/** The facts about the user that reading depends on. */
export type ReadingContext = {
  /** The zone of times without one. */
  timeZone: string;
  /** The Markdown of HTML. */
  markdownOfHtml: (html: string) => Promise<string | null>;
  /** The collections of an export of Meadow, for that format. */
  collections: readonly CollectionShape[];
};

/** The name of a collection, and the JSON Schema of its records. */
export type CollectionShape = { name: string; record: TSchema };

/** How the file of a diary is read. Reading the same file gives the same items in the same order. */
export type Format = {
  name: FormatName;
  recognize(archive: Archive): Promise<boolean>;
  /** Also throws the errors of the archive. */
  read(archive: Archive, context: ReadingContext): AsyncIterable<ImportItem>;
};

/** @param example By what its owner recognizes it. */
export function omitted(kind: string, reason: LeftOut['reason'], example: string): ImportItem {
  return { kind: 'left-out', omitted: { kind, reason, example } };
}
