import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const PACK = { name: 'Lakes', theme: 'nature' };

/** Private, and shared with the member: a role of super admin opens nothing. */
async function shared(scenario: Scenario): Promise<{ path: { id: string } }> {
  const { id } = await scenario.made('/api/tone-packs', 'pack', PACK);
  await scenario.made(`/api/tone-packs/${id}/share`, 'share', { user_id: scenario.people.member.id });
  return { path: { id } };
}

async function forSale(scenario: Scenario): Promise<{ path: { id: string } }> {
  const { id } = await scenario.made('/api/tone-packs', 'pack', { ...PACK, is_public: true, price_drops: 1 });
  return { path: { id } };
}

export const TONE_PACK_ROWS: Rows = {
  'GET /api/tone-packs': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/tone-packs': row('401 401 | 201 201 201 201 | 201', () => ({ body: PACK })),
  'GET /api/tone-packs/:id': row('401 401 | 404 404 200 200 | 404', shared),
  'PUT /api/tone-packs/:id': row('401 401 | 404 404 403 200 | 404', async (scenario) => ({
    ...(await shared(scenario)),
    body: { name: 'Seas' },
  })),
  'DELETE /api/tone-packs/:id': row('401 401 | 404 404 403 200 | 404', shared),
  'POST /api/tone-packs/:id/generate-images': row('401 401 | 404 404 403 200 | 404', async (scenario) => ({
    ...(await shared(scenario)),
    body: { tones: ['calm'] },
  })),
  'POST /api/tone-packs/:id/share': row('401 401 | 404 404 403 201 | 404', async (scenario) => ({
    ...(await shared(scenario)),
    body: { user_id: scenario.people.stranger.id },
  })),
  // People end their own shares.
  'DELETE /api/tone-packs/:id/share/:userId': row('401 401 | 404 404 200 200 | 404', async (scenario) => {
    const { id } = (await shared(scenario)).path;
    return { path: { id, userId: scenario.people.member.id } };
  }),
  'POST /api/tone-packs/:id/activate': row('401 401 | 404 404 200 200 | 404', shared),
  // What one does not use is not used then either, whether it is there or not.
  'DELETE /api/tone-packs/:id/activate': row('401 401 | 200 200 200 200 | 200', shared),
  'POST /api/tone-packs/:id/purchase': row('401 401 | 201 201 201 400 | 201', forSale),
};
