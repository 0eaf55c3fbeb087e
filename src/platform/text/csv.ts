import { Readable } from 'node:stream';
import { parse } from 'csv-parse';

/** A record by the names of the first line. */
export type CsvRecord = Readonly<Record<string, string>>;

const MAX_RECORD_BYTES = 1_000_000;

/**
 * Reads records of comma-separated values in UTF-8, with the memory of one record. A record can have fewer or more values than the first
 * line. Throws an `Error` for unbalanced quotes and records of more than 1 MB.
 */
export async function* readCsv(source: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    columns: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  const input = Readable.from(source, { objectMode: false });
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  try {
    for await (const record of parser) yield record as CsvRecord;
  } finally {
    input.destroy();
  }
}
