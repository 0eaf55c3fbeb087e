import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';

const { call, person, superAdmin, deps } = await startTestApp();

const DEFAULTS = {
  daily_allowance: 5,
  bonus_drops_per_engagement: 2,
  engagement_window_hours: 24,
  max_custom_drops_per_day: 3,
  max_rewarded_drops_per_pair_per_day: null,
};
const ADMINISTRATION = '/api/encouragement-drops/admin/config';

const rows = () => deps.db.selectFrom('drop_configuration').selectAll().execute();
const auditEventsOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('audit_log').select(['action', 'details']).where('actor_id', '=', id).execute();

describe('GET /api/encouragement-drops/config', () => {
  test('returns the current configuration to members', async () => {
    const { status, body } = await call(await person(), 'GET', '/api/encouragement-drops/config');
    expect({ status, body }).toEqual({ status: 200, body: { config: DEFAULTS } });
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/encouragement-drops/config')).status).toBe(401);
  });
});

describe('GET /api/encouragement-drops/admin/config', () => {
  test('returns the same to super admins', async () => {
    const { status, body } = await call(await superAdmin(), 'GET', ADMINISTRATION);
    expect({ status, body }).toEqual({ status: 200, body: { config: DEFAULTS } });
  });

  test('returns 401 without a token and 403 for a member', async () => {
    expect((await call(null, 'GET', ADMINISTRATION)).status).toBe(401);
    expect((await call(await person(), 'GET', ADMINISTRATION)).status).toBe(403);
  });
});

describe('PUT /api/encouragement-drops/admin/config', () => {
  test('changes the given fields, at the top level or within config, and records an audit event', async () => {
    const root = await superAdmin();
    const alone = await call(root, 'PUT', ADMINISTRATION, { daily_allowance: 0, id: 'x' });
    expect(alone.body).toEqual({ config: { ...DEFAULTS, daily_allowance: 0 } });
    const within = await call(root, 'PUT', ADMINISTRATION, { config: { max_custom_drops_per_day: 10_000 } });
    const changed = { ...DEFAULTS, daily_allowance: 0, max_custom_drops_per_day: 10_000 };
    expect(within.body).toEqual({ config: changed });
    expect((await call(await person(), 'GET', '/api/encouragement-drops/config')).body).toEqual({ config: changed });
    expect((await call(root, 'PUT', ADMINISTRATION, { config: DEFAULTS })).body).toEqual({ config: DEFAULTS });
    expect(await auditEventsOf(root)).toEqual([
      { action: 'encouragement.change-configuration', details: { daily_allowance: 0 } },
      { action: 'encouragement.change-configuration', details: { max_custom_drops_per_day: 10_000 } },
      { action: 'encouragement.change-configuration', details: DEFAULTS },
    ]);
    expect(await rows()).toHaveLength(1);
  });

  test('sets a limit of rewarded drops and removes it with null', async () => {
    const root = await superAdmin();
    const limit = (max_rewarded_drops_per_pair_per_day: number | null) =>
      call(root, 'PUT', ADMINISTRATION, { max_rewarded_drops_per_pair_per_day });
    expect((await limit(0)).body.config.max_rewarded_drops_per_pair_per_day).toBe(0);
    expect((await limit(null)).body).toEqual({ config: DEFAULTS });
  });

  test.each(
    Object.entries(DEFAULTS).flatMap(([field, value]) =>
      [-1, 1.5, '5', 10_001, ...(value === null ? [] : [null])].map((refused) => ({ [field]: refused })),
    ),
  )('400 refuses %o, alone and within config, and changes nothing', async (fields) => {
    const [root, before] = [await superAdmin(), await rows()];
    expect((await call(root, 'PUT', ADMINISTRATION, fields)).status).toBe(400);
    expect((await call(root, 'PUT', ADMINISTRATION, { config: fields })).status).toBe(400);
    expect(await rows()).toEqual(before);
    expect(await auditEventsOf(root)).toEqual([]);
  });

  test('returns 401 or 403 for others and changes nothing', async () => {
    const before = await rows();
    expect((await call(null, 'PUT', ADMINISTRATION, { daily_allowance: 100 })).status).toBe(401);
    expect((await call(await person(), 'PUT', ADMINISTRATION, { daily_allowance: 100 })).status).toBe(403);
    expect(await rows()).toEqual(before);
  });
});
