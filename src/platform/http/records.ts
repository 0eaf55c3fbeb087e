import Type from 'typebox';
import { declareErrors } from '../errors.ts';

/** The id that a client gives to a new record, so that a repeated request creates nothing twice. */
export const NewId = Type.String({
  format: 'uuid',
  pattern: '^.{14}[47]',
  description: 'A UUID of version 4 or 7. The server chooses one by default. A second record with the id is rejected.',
});

export const recordErrors = declareErrors({
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
