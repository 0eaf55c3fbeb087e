import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const URL = '/api/workout-window/admin/ai-users';

/** Creates a synthetic user as a super admin. */
async function synthetic({ app, people }: Scenario): Promise<{ path: { id: string } }> {
  const { body } = await app.call(people['super admin'], 'POST', `${URL}/generate`, { count: 1 });
  return { path: { id: body.users[0].id } };
}

export const SYNTHETIC_USER_ROWS: Rows = {
  'POST /api/workout-window/admin/ai-users/generate': row('401 401 | 403 403 403 403 | 201', () => ({
    body: { count: 1 },
  })),
  'GET /api/workout-window/admin/ai-users': row('401 401 | 403 403 403 403 | 200'),
  'PUT /api/workout-window/admin/ai-users/:id/toggle': row('401 401 | 403 403 403 403 | 200', async (scenario) => ({
    ...(await synthetic(scenario)),
    body: { isActive: false },
  })),
  'DELETE /api/workout-window/admin/ai-users/:id': row('401 401 | 403 403 403 403 | 200', synthetic),
  'GET /api/workout-window/admin/teams/:date': row('401 401 | 403 403 403 403 | 200', () => ({
    path: { date: '2026-12-01' },
  })),
  // Jobs require a cron secret. Access tokens are rejected.
  'POST /api/workout-window/cron/ai-checkins': row('401 401 | 401 401 401 401 | 401'),
};
