import { type RawBuilder, sql } from 'kysely';
import type { Search } from '../text/search/query.ts';

export type { Search, SearchArm } from '../text/search/query.ts';

/** Whether a column with a folded text (`searchTextOf`) matches a search. */
export function matchesSearch(column: RawBuilder<unknown>, { alternatives }: Search): RawBuilder<boolean> {
  if (alternatives.length === 0) return sql`false`;
  const contains = ({ pattern }: { pattern: string }) => sql`${column} like ${pattern}`;
  const either = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  return either(
    alternatives.map(({ all, none }) => {
      const conditions = [
        ...all.map((forms) => either(forms.map(contains))),
        ...none.map((form) => sql`not ${contains(form)}`),
      ];
      return sql`(${sql.join(conditions, sql` and `)})`;
    }),
  );
}
