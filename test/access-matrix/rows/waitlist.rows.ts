import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

/** Creates a waitlist entry. */
async function waiting({ app: { deps, clock } }: Scenario): Promise<{ path: { id: string } }> {
  const id = deps.ids.next();
  const times = { created_at: clock.now(), asked_at: clock.now() };
  await deps.db
    .insertInto('waitlist_entry')
    .values({ id, email: `${id}@people.test`, ...times })
    .execute();
  return { path: { id } };
}

export const WAITLIST_ROWS: Rows = {
  // The route is public and ignores tokens: a caller has no account yet.
  'POST /api/waitlist': row('200 200 | 200 200 200 200 | 200', () => ({ body: { email: 'applicant@people.test' } })),
  'GET /api/admin/waitlist': row('401 401 | 403 403 403 403 | 200', waiting),
  'POST /api/admin/waitlist/:id/approve': row('401 401 | 403 403 403 403 | 200', waiting),
  'POST /api/admin/waitlist/:id/decline': row('401 401 | 403 403 403 403 | 200', waiting),
};
