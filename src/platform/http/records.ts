import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import type { ExpectedVersions } from '../db/record-version.ts';
import { declareErrors } from '../errors.ts';

/** The id that a client gives to a new record, so that a repeated request creates nothing twice. */
export const NewId = Type.String({
  format: 'uuid',
  pattern: '^.{14}[47]',
  description: 'A UUID of version 4 or 7. The server chooses one by default. A second record with the id is rejected.',
});

/** The key `version` of a record. */
export const Version = Type.Integer({ description: 'Changes with each write. `If-Match: "<version>"` takes it.' });

/** The headers of a route that changes or deletes one record. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed.',
    }),
  ),
});

const VERSION_TAG = /^(?:W\/)?"(\d{1,9})(?:\.[\w-]+)?"$/;

/** The versions that a request accepts. Tags of other forms match no version. */
export function expectedVersions({ 'if-match': tags }: Static<typeof IfMatch>): ExpectedVersions {
  if (tags === undefined || tags.trim() === '*') return null;
  return tags.split(',').flatMap((tag) => VERSION_TAG.exec(tag.trim())?.slice(1).map(Number) ?? []);
}

/** Sends the version of a record as its `ETag`. `revalidateReads` appends the digest of a read. */
export function tagRecord<Found extends { version: number }>(reply: FastifyReply, record: Found): Found {
  reply.header('etag', `"${record.version}"`);
  return record;
}

export const recordErrors = declareErrors({
  changed: {
    status: 412,
    code: 'record.changed',
    message: 'The record has changed since you read it. Merge your change into `current`, and send its version.',
  },
  idTaken: {
    status: 409,
    code: 'record.id-taken',
    message: 'A record with this id exists already. If it is yours, an earlier request has created it.',
  },
});

/**
 * The row of an insert with `on conflict do nothing`.
 * @throws {record.id-taken}
 */
export function requireNew<Row>(row: Row | undefined): Row {
  if (row === undefined) throw recordErrors.idTaken();
  return row;
}
