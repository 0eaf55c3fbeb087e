import { type Asked, type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const USER_WEBHOOK = { url: 'https://hooks.example/meadow', kinds: ['notification'] };
const ORGANIZATION_WEBHOOK = { url: 'https://hooks.example/meadow', kinds: ['member.joined'] };

const organization = async (scenario: Scenario) => ({ path: { id: (await scenario.groups()).org } });

/** The one webhook of the owner, who can have ten. */
async function own(scenario: Scenario) {
  await scenario.app.deps.db.deleteFrom('webhook_endpoint').where('user_id', '=', scenario.people.owner.id).execute();
  const { id } = await scenario.made('/api/user/webhooks', 'webhook', USER_WEBHOOK);
  return { base: `/api/user/webhooks/${id}`, path: { webhookId: id } };
}

/** A webhook of an organization of the owner. */
async function ofOrganization(scenario: Scenario) {
  const { org } = await scenario.groups();
  const base = `/api/organizations/${org}/webhooks`;
  const { id } = await scenario.made(base, 'webhook', ORGANIZATION_WEBHOOK);
  return { base: `${base}/${id}`, path: { id: org, webhookId: id } };
}

type Made = Awaited<ReturnType<typeof own>> | Awaited<ReturnType<typeof ofOrganization>>;

/** A test event that is not sent any more. */
async function ended(scenario: Scenario, { base, path }: Made): Promise<Asked> {
  const { id } = await scenario.made(`${base}/test`, 'delivery', undefined);
  await scenario.app.deps.db
    .updateTable('webhook_delivery')
    .set({ status: 'failed', next_attempt_at: null })
    .where('id', '=', id)
    .execute();
  return { path: { ...path, deliveryId: id } };
}

const change = { body: { description: 'Another' } };

/** Super admins have no privilege here. */
export const WEBHOOK_ROWS: Rows = {
  'GET /api/user/webhooks': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/user/webhooks': row('401 401 | 201 201 201 201 | 201', () => ({ body: USER_WEBHOOK })),
  'GET /api/user/webhooks/:webhookId': row('401 401 | 404 404 404 200 | 404', own),
  'PATCH /api/user/webhooks/:webhookId': row('401 401 | 404 404 404 200 | 404', async (scenario) => ({
    ...(await own(scenario)),
    ...change,
  })),
  'DELETE /api/user/webhooks/:webhookId': row('401 401 | 404 404 404 200 | 404', own),
  'POST /api/user/webhooks/:webhookId/rotate-secret': row('401 401 | 404 404 404 200 | 404', own),
  'POST /api/user/webhooks/:webhookId/test': row('401 401 | 404 404 404 201 | 404', own),
  'GET /api/user/webhooks/:webhookId/deliveries': row('401 401 | 404 404 404 200 | 404', own),
  'POST /api/user/webhooks/:webhookId/deliveries/:deliveryId/replay': row(
    '401 401 | 404 404 404 201 | 404',
    async (scenario) => ended(scenario, await own(scenario)),
  ),

  'GET /api/organizations/:id/webhooks': row('401 401 | 403 403 403 200 | 403', organization),
  'POST /api/organizations/:id/webhooks': row('401 401 | 403 403 403 201 | 403', async (scenario) => ({
    ...(await organization(scenario)),
    body: ORGANIZATION_WEBHOOK,
  })),
  'GET /api/organizations/:id/webhooks/:webhookId': row('401 401 | 403 403 403 200 | 403', ofOrganization),
  'PATCH /api/organizations/:id/webhooks/:webhookId': row('401 401 | 403 403 403 200 | 403', async (scenario) => ({
    ...(await ofOrganization(scenario)),
    ...change,
  })),
  'DELETE /api/organizations/:id/webhooks/:webhookId': row('401 401 | 403 403 403 200 | 403', ofOrganization),
  'POST /api/organizations/:id/webhooks/:webhookId/rotate-secret': row(
    '401 401 | 403 403 403 200 | 403',
    ofOrganization,
  ),
  'POST /api/organizations/:id/webhooks/:webhookId/test': row('401 401 | 403 403 403 201 | 403', ofOrganization),
  'GET /api/organizations/:id/webhooks/:webhookId/deliveries': row('401 401 | 403 403 403 200 | 403', ofOrganization),
  'POST /api/organizations/:id/webhooks/:webhookId/deliveries/:deliveryId/replay': row(
    '401 401 | 403 403 403 201 | 403',
    async (scenario) => ended(scenario, await ofOrganization(scenario)),
  ),
};
