import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const SPONSOR = { name: 'Coils & Sons', tier: 'gold', contact_name: 'Carla', contact_email: 'carla@coils.test' };
const OPPORTUNITY = {
  title: 'A summer',
  type: 'internship',
  organization: 'Coils & Sons',
  description: 'Wind coils.',
  url: 'https://coils.test/summer',
};

async function applied(scenario: Scenario): Promise<{ path: { id: string } }> {
  const { id } = await scenario.made('/api/lab/sponsors', 'sponsor', SPONSOR);
  return { path: { id } };
}

async function handedIn(scenario: Scenario): Promise<{ path: { id: string } }> {
  const { id } = await scenario.made('/api/lab/opportunities', 'opportunity', OPPORTUNITY);
  return { path: { id } };
}

async function onTheWall(scenario: Scenario): Promise<string> {
  const { id } = (await applied(scenario)).path;
  await scenario.app.call(scenario.people['super admin'], 'POST', `/api/lab/admin/sponsors/${id}/approve`);
  return id;
}

const ADMINISTRATION = '401 401 | 403 403 403 403 | 200';
const DECLINE = { reason: 'Not now.' };

export const SPONSOR_ROWS: Rows = {
  // A token is not looked at.
  'POST /api/lab/sponsors': row('201 201 | 201 201 201 201 | 201', () => ({ body: SPONSOR })),
  'GET /api/lab/sponsors': row('200 200 | 200 200 200 200 | 200'),
  'GET /api/lab/admin/sponsors/pending': row(ADMINISTRATION),
  'POST /api/lab/admin/sponsors/:id/approve': row(ADMINISTRATION, applied),
  'POST /api/lab/admin/sponsors/:id/decline': row(ADMINISTRATION, async (scenario) => ({
    ...(await applied(scenario)),
    body: DECLINE,
  })),
  'POST /api/lab/opportunities': row('401 401 | 201 201 201 201 | 201', () => ({ body: OPPORTUNITY })),
  'GET /api/lab/opportunities': row('200 200 | 200 200 200 200 | 200'),
  'GET /api/lab/admin/opportunities/pending': row(ADMINISTRATION),
  'POST /api/lab/admin/opportunities/:id/approve': row(ADMINISTRATION, handedIn),
  'POST /api/lab/admin/opportunities/:id/decline': row(ADMINISTRATION, async (scenario) => ({
    ...(await handedIn(scenario)),
    body: DECLINE,
  })),
  'POST /api/lab/outreach': row('401 401 | 201 201 201 201 | 201', async (scenario) => ({
    body: { recipient_id: await onTheWall(scenario), message: 'Hello' },
  })),
  // Jobs require a cron secret. Access tokens are rejected.
  'POST /api/cron/lab/sponsor-outreach-digest': row('401 401 | 401 401 401 401 | 401'),
};
