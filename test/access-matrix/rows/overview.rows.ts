import { type Rows, row } from '../matrix.ts';

export const OVERVIEW_ROWS: Rows = {
  'GET /api/me': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/stats': row('401 401 | 200 200 200 200 | 200', () => ({ query: 'from=2026-01-01&to=2026-12-31' })),
  'GET /api/today': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/users/:id': row('401 401 | 404 404 200 200 | 200', async ({ person, app, groups }) => {
    const { org } = await groups();
    const colleague = await person();
    const now = app.deps.clock.now();
    const member = { org_id: org, user_id: colleague.id, role: 'member' as const, joined_at: now, accepted_at: now };
    await app.deps.db.insertInto('organization_member').values(member).execute();
    return { path: { id: colleague.id } };
  }),
};
