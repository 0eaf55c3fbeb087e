import { randomUUID } from 'node:crypto';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const otherUser = async ({ person }: Scenario) => ({ path: { id: (await person()).id } });

export const ADMINISTRATION_ROWS: Rows = {
  'GET /api/admin/users': row('401 401 | 403 403 403 403 | 200'),
  // The matrix has an external identity provider, which has the accounts.
  'POST /api/admin/users': row('401 401 | 403 403 403 403 | 400', () => ({
    body: { email: `${randomUUID()}@people.test`, name: 'Ada' },
  })),
  'GET /api/admin/users/:id': row('401 401 | 403 403 403 403 | 200', otherUser),
  'PUT /api/admin/users/:id': row('401 401 | 403 403 403 403 | 200', async (scenario) => ({
    ...(await otherUser(scenario)),
    body: { is_active: false },
  })),
  'PUT /api/admin/users/:id/role': row('401 401 | 403 403 403 403 | 200', async (scenario) => ({
    ...(await otherUser(scenario)),
    body: { role: 'super_admin' },
  })),

  'POST /api/admin/impersonate': row('401 401 | 403 403 403 403 | 201', async ({ person }) => ({
    body: { target_id: (await person()).id, reason: 'To look into a problem' },
  })),
  'POST /api/admin/impersonate/stop': row('401 401 | 400 400 400 400 | 400'),
  'GET /api/admin/impersonation-logs': row('401 401 | 403 403 403 403 | 200'),

  'GET /api/admin/invitations': row('401 401 | 403 403 403 403 | 200'),
  'POST /api/admin/invitations': row('401 401 | 403 403 403 403 | 201', () => ({ body: {} })),
  'DELETE /api/admin/invitations/:id': row('401 401 | 403 403 403 403 | 200', async ({ app: { deps, clock } }) => {
    const id = deps.ids.next();
    const times = { expires_at: new Date(clock.now().getTime() + 1_000), created_at: clock.now() };
    await deps.db
      .insertInto('sign_up_invitation')
      .values({ id, max_uses: 1, ...times })
      .execute();
    return { path: { id } };
  }),

  'GET /api/admin/audit-log': row('401 401 | 403 403 403 403 | 200'),
};
