import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const TEMPLATE = { title: 'A coil', steps: [{ title: 'Wind it', instructions: '' }], is_public: true };
const COMPETITION = { name: 'Coils', scoring_config: { clone: 1 }, is_active: true, entry_open: true };

async function open({ app, people }: Scenario): Promise<{ path: { id: string } }> {
  const { body } = await app.call(people['super admin'], 'POST', '/api/lab/admin/competitions', COMPETITION);
  return { path: { id: body.competition.id } };
}

const ADMINISTRATION = '401 401 | 403 403 403 403 | 200';

export const COMPETITION_ROWS: Rows = {
  'GET /api/lab/competitions': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/lab/competitions/:id': row('401 401 | 200 200 200 200 | 200', open),
  'GET /api/lab/competitions/:id/leaderboard': row('401 401 | 200 200 200 200 | 200', open),
  // The template is the owner's, and only they enter it.
  'POST /api/lab/competitions/:id/entries': row('401 401 | 403 403 403 201 | 403', async (scenario) => ({
    ...(await open(scenario)),
    body: { template_id: (await scenario.made('/api/lab/templates', 'template', TEMPLATE)).id },
  })),
  'POST /api/lab/admin/competitions': row('401 401 | 403 403 403 403 | 201', () => ({ body: COMPETITION })),
  'PUT /api/lab/admin/competitions/:id': row(ADMINISTRATION, async (scenario) => ({
    ...(await open(scenario)),
    body: { entry_open: false },
  })),
  'POST /api/lab/admin/competitions/:id/recompute': row(ADMINISTRATION, open),
  'POST /api/cron/lab/recompute-competitions': row('401 401 | 401 401 401 401 | 401'),
};
