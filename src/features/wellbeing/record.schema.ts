import Type, { type Static } from 'typebox';
import { PageQuery } from '#platform/http/pagination.ts';

/** The query of a list of records with a date. */
export const DatedQuery = Type.Object({
  ...PageQuery.properties,
  from: Type.Optional(Type.String({ format: 'date', description: 'The first date.' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'The last date (inclusive).' })),
});
export type DatedQuery = Static<typeof DatedQuery>;
