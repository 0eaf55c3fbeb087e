import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const TEMPLATE = { type: 'encouragement', title: 'Onwards', content: 'Keep going' };
const ADMINISTRATION = '/api/encouragement-drops/admin';

/** Creates a drop to the owner from a user without relations to others. */
async function toOwner({ app, people, person }: Scenario): Promise<{ path: { id: string } }> {
  const drop = { recipient_id: people.owner.id, drop_type: 'encouragement', content: 'Well done' };
  const { body } = await app.call(await person(), 'POST', '/api/encouragement-drops/send', drop);
  return { path: { id: body.drop.id } };
}

async function template({ app, people }: Scenario): Promise<{ path: { id: string } }> {
  const { body } = await app.call(people['super admin'], 'POST', `${ADMINISTRATION}/templates`, TEMPLATE);
  return { path: { id: body.template.id } };
}

export const ENCOURAGEMENT_ROWS: Rows = {
  'GET /api/encouragement-drops/my-drops': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/encouragement-drops/templates': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/encouragement-drops/config': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/encouragement-drops/send': row('401 401 | 201 201 201 201 | 201', async ({ person }) => ({
    body: { recipient_id: (await person()).id, drop_type: 'encouragement', content: 'Well done' },
  })),
  'GET /api/encouragement-drops/sent': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/encouragement-drops/received': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/encouragement-drops/received/:id/read': row('401 401 | 404 404 404 200 | 404', toOwner),

  'GET /api/encouragement-drops/admin/templates': row('401 401 | 403 403 403 403 | 200'),
  'POST /api/encouragement-drops/admin/templates': row('401 401 | 403 403 403 403 | 201', () => ({ body: TEMPLATE })),
  'PUT /api/encouragement-drops/admin/templates/:id': row('401 401 | 403 403 403 403 | 200', async (scenario) => ({
    ...(await template(scenario)),
    body: { approval_status: 'approved' },
  })),
  'DELETE /api/encouragement-drops/admin/templates/:id': row('401 401 | 403 403 403 403 | 200', template),
  'GET /api/encouragement-drops/admin/config': row('401 401 | 403 403 403 403 | 200'),
  'PUT /api/encouragement-drops/admin/config': row('401 401 | 403 403 403 403 | 200', () => ({
    body: { engagement_window_hours: 24 },
  })),
};
