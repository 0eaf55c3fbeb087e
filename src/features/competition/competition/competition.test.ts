import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { competitionsOf, OPEN, WEIGHTS } from '../test-competition.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const [ada, root] = [await person(), await superAdmin()];
const {
  createCompetition,
  postCompetition,
  changeCompetition,
  listCompetitions,
  getCompetition,
  findRow,
  listAuditEvents,
} = competitionsOf(app, root);

const NO_WEIGHTS = { clone: 0, completion: 0, replication_confirmed: 0, replication_refuted: 0, build: 0 };
const PERIOD = { starts_at: '2026-12-01T00:00:00.000Z', ends_at: '2027-01-01T00:00:00.000Z' };

const countRows = async () => (await deps.db.selectFrom('competition').select('id').execute()).length;
const ids = (competitions: { id: string }[]) => competitions.map(({ id }) => id);

beforeEach(() => clock.advance(1));

const BAD_FIELDS: object[] = [
  { name: '' },
  { name: 'n'.repeat(201) },
  { name: 7 },
  { description: 'd'.repeat(5_001) },
  { scoring_config: null },
  { scoring_config: [] },
  { scoring_config: 'clone' },
  { scoring_config: { clone: '1' } },
  { scoring_config: { clone: null } },
  { scoring_config: { completion: 1_000.01 } },
  { scoring_config: { replication_confirmed: -1_001 } },
  { scoring_config: { replication_refuted: 0.001 } },
  { scoring_config: { build: 1e21 } },
  { starts_at: 'tomorrow' },
  { starts_at: '2026-02-30T00:00:00Z' },
  { ends_at: '1999-12-31T23:59:59Z' },
  { ends_at: '3000-01-01T00:00:00Z' },
  { ends_at: 0 },
  { starts_at: PERIOD.ends_at, ends_at: PERIOD.starts_at },
  { starts_at: PERIOD.starts_at, ends_at: PERIOD.starts_at },
  { is_active: 'true' },
  { entry_open: null },
];

describe('POST /api/lab/admin/competitions', () => {
  test('creates a competition with these fields only and audits it', async () => {
    const input = { ...OPEN, description: 'Who winds best?', scoring_config: WEIGHTS, ...PERIOD };
    const { status, body } = await postCompetition(root, {
      ...input,
      last_scored_at: PERIOD.starts_at,
      id: randomUUID(),
    });
    const now = clock.now().toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({
      competition: { id: expect.any(String), ...input, last_scored_at: null, created_at: now, updated_at: now },
    });
    expect((await getCompetition(ada, body.competition)).body).toEqual(body);
    expect(await listAuditEvents(body.competition)).toEqual([
      {
        actor_id: root.id,
        action: 'competition.create',
        subject_type: 'competition',
        details: { is_active: true, entry_open: true },
      },
    ]);
  });

  test('is closed and hidden without weights by default', async () => {
    const { body } = await postCompetition(root, { name: 'Coils', scoring_config: {} });
    expect(body.competition).toMatchObject({
      description: '',
      scoring_config: NO_WEIGHTS,
      starts_at: null,
      ends_at: null,
      is_active: false,
      entry_open: false,
    });
  });

  test('ignores unknown weights', async () => {
    const scoring_config = { clone: 0.29, views: 3, constructor: 4, toString: 5 };
    const { body } = await postCompetition(root, { ...OPEN, scoring_config });
    expect(body.competition.scoring_config).toEqual({ ...NO_WEIGHTS, clone: 0.29 });
    expect((await findRow(body.competition))?.scoring_config).toEqual({ ...NO_WEIGHTS, clone: 0.29 });
  });

  test('accepts times of any time zone', async () => {
    const { body } = await postCompetition(root, {
      ...OPEN,
      scoring_config: {},
      starts_at: '2026-12-01T01:00:00+01:00',
    });
    expect(body.competition.starts_at).toBe(PERIOD.starts_at);
  });

  test('returns 400 for a prototype among the weights and pollutes no object', async () => {
    const text = `{"name":"Coils","scoring_config":{"clone":1,"__proto__":{"build":7,"injected":true}}}`;
    const before = await countRows();
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: '/api/lab/admin/competitions',
      headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' },
      payload: text,
    });
    expect(statusCode).toBe(400);
    expect(await countRows()).toBe(before);
    expect((await listCompetitions(ada)).text).not.toContain('injected');
    expect(({} as Record<string, unknown>).injected).toBeUndefined();
  });

  test.each(BAD_FIELDS)('returns 400 for %j', async (fields) => {
    const before = await countRows();
    expect((await postCompetition(root, { ...OPEN, scoring_config: WEIGHTS, ...fields })).status).toBe(400);
    expect(await countRows()).toBe(before);
  });

  test.each([
    [{ scoring_config: { clone: 0.333 } }, 'competition.weight-too-fine'],
    [{ starts_at: PERIOD.ends_at, ends_at: PERIOD.starts_at }, 'competition.ends-before-start'],
    [{ scoring_config: undefined }, 'request.invalid'],
    [{ name: undefined }, 'request.invalid'],
  ])('returns 400 for %j with its code', async (fields, code) => {
    expect((await postCompetition(root, { ...OPEN, scoring_config: WEIGHTS, ...fields })).body.code).toBe(code);
  });

  test('returns 401 without a token', async () => {
    expect((await postCompetition(null, { ...OPEN, scoring_config: WEIGHTS })).status).toBe(401);
  });

  test('returns 403 for other users, before checking the body', async () => {
    const before = await countRows();
    for (const body of [{ ...OPEN, scoring_config: WEIGHTS }, { name: 7 }]) {
      expect((await postCompetition(ada, body)).status).toBe(403);
    }
    expect(await countRows()).toBe(before);
  });
});

describe('PUT /api/lab/admin/competitions/:id', () => {
  test('changes the given fields and audits it', async () => {
    const competition = await createCompetition({ description: 'As it was', ...PERIOD });
    clock.advance(1_000);
    const { status, body } = await changeCompetition(root, competition, { name: 'Another', entry_open: false });
    const updated_at = clock.now().toISOString();
    expect(status).toBe(200);
    expect(body).toEqual({ competition: { ...competition, name: 'Another', entry_open: false, updated_at } });
    expect((await getCompetition(ada, competition)).body).toEqual(body);
    expect((await listAuditEvents(competition)).at(-1)).toEqual({
      actor_id: root.id,
      action: 'competition.change',
      subject_type: 'competition',
      details: { is_active: true, entry_open: false },
    });
  });

  test('replaces the weights as a whole and removes times', async () => {
    const competition = await createCompetition(PERIOD);
    const { body } = await changeCompetition(root, competition, {
      scoring_config: { build: 2 },
      starts_at: null,
      ends_at: null,
    });
    expect(body.competition).toMatchObject({
      scoring_config: { ...NO_WEIGHTS, build: 2 },
      starts_at: null,
      ends_at: null,
    });
  });

  test('ignores other fields', async () => {
    const competition = await createCompetition();
    const sent = { id: randomUUID(), last_scored_at: PERIOD.starts_at, created_at: PERIOD.starts_at };
    const { body } = await changeCompetition(root, competition, sent);
    expect(body.competition).toEqual({ ...competition, updated_at: body.competition.updated_at });
  });

  test.each(BAD_FIELDS)('returns 400 for %j', async (fields) => {
    const competition = await createCompetition();
    const before = await findRow(competition);
    expect((await changeCompetition(root, competition, fields)).status).toBe(400);
    expect(await findRow(competition)).toEqual(before);
  });

  test('returns 400 for a time that conflicts with the stored one', async () => {
    const competition = await createCompetition(PERIOD);
    for (const change of [{ starts_at: PERIOD.ends_at }, { ends_at: PERIOD.starts_at }]) {
      expect((await changeCompetition(root, competition, change)).body.code).toBe('competition.ends-before-start');
    }
    expect((await getCompetition(ada, competition)).body.competition).toEqual(competition);
  });

  test('returns 401, 403 and 404', async () => {
    const competition = await createCompetition();
    expect((await changeCompetition(null, competition, { name: 'Mine' })).status).toBe(401);
    expect((await changeCompetition(ada, competition, { name: 'Mine' })).status).toBe(403);
    expect((await changeCompetition(ada, { id: randomUUID() }, { name: 7 })).status).toBe(403);
    const { status, body } = await changeCompetition(root, { id: randomUUID() }, { name: 'Mine' });
    expect([status, body.code]).toEqual([404, 'competition.not-found']);
    expect((await getCompetition(ada, competition)).body.competition.name).toBe(competition.name);
  });
});

describe('GET /api/lab/competitions', () => {
  test('lists active competitions, newest first, in pages', async () => {
    await deps.db.deleteFrom('competition').execute();
    const made = [];
    for (const is_active of [true, false, true, true]) {
      clock.advance(1);
      made.unshift(await createCompetition({ is_active }));
    }
    const active = made.filter(({ is_active }) => is_active);
    const { status, body } = await listCompetitions(ada);
    expect([status, body]).toEqual([200, { competitions: active, next_cursor: null }]);
    const first = (await listCompetitions(ada, '?limit=2')).body;
    expect(ids(first.competitions)).toEqual(ids(active.slice(0, 2)));
    const second = (await listCompetitions(ada, `?limit=2&cursor=${first.next_cursor}`)).body;
    expect([ids(second.competitions), second.next_cursor]).toEqual([ids(active.slice(2)), null]);
    await changeCompetition(root, active[0], { is_active: false });
    expect(ids((await listCompetitions(root)).body.competitions)).toEqual(ids(active.slice(1)));
  });

  test.each(['?limit=0', '?limit=501', '?limit=x', '?cursor=x', '?limit=1&limit=2'])(
    'returns 400 for %s',
    async (query) => {
      expect((await listCompetitions(ada, query)).status).toBe(400);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await listCompetitions(null)).status).toBe(401);
  });
});

describe('GET /api/lab/competitions/:id', () => {
  test('returns an active or inactive competition', async () => {
    const competition = await createCompetition({ is_active: false });
    const { status, body } = await getCompetition(ada, competition);
    expect([status, body]).toEqual([200, { competition }]);
  });

  test('returns 400, 401 and 404', async () => {
    expect((await getCompetition(ada, { id: 'coils' })).status).toBe(400);
    expect((await getCompetition(null, await createCompetition())).status).toBe(401);
    const { status, body } = await getCompetition(ada, { id: randomUUID() });
    expect([status, body.code]).toEqual([404, 'competition.not-found']);
    expect((await call(ada, 'GET', '/api/lab/competitions/__proto__')).status).toBe(400);
  });
});
