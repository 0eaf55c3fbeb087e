import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { OPPORTUNITY, sponsorsOf } from '../test-sponsors.ts';

const app = await startTestApp();
const { clock, deps, person, superAdmin } = app;
const {
  submitOpportunity,
  createOpportunity,
  listOpportunities: list,
  listPendingOpportunities: pending,
  decideOpportunity: decide,
  findOpportunityRow: rowOf,
  listAuditEvents,
} = sponsorsOf(app);

const [ada, ben, root] = [await person(), await person(), await superAdmin()];

const approved = async (fields: object = {}) => {
  const opportunity = await createOpportunity(ben, fields);
  expect((await decide(root, opportunity, 'approve')).status).toBe(200);
  return { ...opportunity, status: 'approved' };
};
const idsOf = (opportunities: { id: string }[]) => opportunities.map(({ id }) => id);
const listed = async (query = '') => idsOf((await list(null, query)).body.opportunities);
const clear = () => deps.db.deleteFrom('opportunity').execute();

describe('POST /api/lab/opportunities', () => {
  test('submits an opportunity that is not listed yet', async () => {
    const { status, body } = await submitOpportunity(ben);
    expect(status).toBe(201);
    const created_at = clock.now().toISOString();
    expect(body).toEqual({
      opportunity: { id: expect.any(String), ...OPPORTUNITY, status: 'pending', created_at },
    });
    expect(await rowOf(body.opportunity)).toMatchObject({ submitted_by: ben.id });
    expect(await listed()).not.toContain(body.opportunity.id);
  });

  test.each([undefined, null, '2026-12-31', '2026-12-31T23:59:59.123Z', '2026-12-31T23:59:59+14:00', '9999-12-31'])(
    'stores the deadline %j as given',
    async (deadline) => {
      const { status, body } = await submitOpportunity(ben, { ...OPPORTUNITY, deadline });
      expect([status, body.opportunity.deadline]).toEqual([201, deadline ?? null]);
    },
  );

  test('ignores other fields of the body', async () => {
    const beyond = { status: 'approved', submitted_by: ada.id, decline_reason: 'No' };
    const { body } = await submitOpportunity(ben, { ...OPPORTUNITY, ...beyond });
    expect(await rowOf(body.opportunity)).toMatchObject({
      status: 'pending',
      submitted_by: ben.id,
      decline_reason: null,
    });
  });

  test.each([
    ['title', ['', ' ', 'x'.repeat(201), null, undefined]],
    ['type', ['', 'job', 'Internship', 'constructor', null, undefined]],
    ['organization', ['', 'x'.repeat(201), 5, undefined]],
    ['description', ['', '\n', 'x'.repeat(5_001), undefined]],
    [
      'url',
      ['http://coils.test', 'javascript:alert(1)', 'ftp://coils.test', 'https://a@coils.test', '', null, undefined],
    ],
    ['deadline', ['', 'soon', '2026-02-30', '2026-12-31T25:00:00Z', '2026-12-31T12:00:00', 5, {}, '10000-01-01']],
  ])('returns 400 for an invalid %s', async (field, values) => {
    for (const value of values) {
      const { status } = await submitOpportunity(ben, { ...OPPORTUNITY, [field]: value });
      expect([value, status]).toEqual([value, 400]);
    }
  });

  test('returns 401 without a token', async () => {
    expect((await submitOpportunity(null)).status).toBe(401);
  });
});

describe('GET /api/lab/opportunities', () => {
  test('lists approved opportunities publicly, newest first, without submitters and reasons', async () => {
    await clear();
    const [first, declined, second] = [await approved(), await createOpportunity(ben), await approved()];
    await createOpportunity(ben);
    await decide(root, declined, 'decline', { reason: 'canary-reason' });
    for (const viewer of [null, ada, ben, root]) {
      const { status, body, text } = await list(viewer);
      expect(status).toBe(200);
      expect(body).toEqual({ opportunities: [second, first], next_cursor: null });
      expect(text).not.toMatch(new RegExp(`canary|reason|${ben.id}`));
    }
  });

  test('includes past deadlines unless open_at is set', async () => {
    await clear();
    const lasting = await approved({ deadline: undefined });
    const first = await approved({ deadline: '2099-01-10' });
    const instant = await approved({ deadline: '2099-01-11T00:00:00Z' });
    const second = await approved({ deadline: '2099-01-11' });
    const past = await approved({ deadline: '2020-01-01' });
    expect(await listed()).toEqual(idsOf([past, second, instant, first, lasting]));
    expect(await listed('?open_at=2099-01-10T23:59:59.999Z')).toEqual(idsOf([second, instant, first, lasting]));
    expect(await listed('?open_at=2099-01-11T00:00:00Z')).toEqual(idsOf([second, lasting]));
    expect(await listed('?type=internship&open_at=2099-01-11T00:00:00Z')).toEqual(idsOf([second, lasting]));
    expect(await listed('?open_at=2099-01-12T00:00:00Z')).toEqual([lasting.id]);
  });

  test('ends a page at about 5 MB', async () => {
    await clear();
    const { id } = await approved({ description: '🌱'.repeat(5_000) });
    await sql`
      insert into opportunity (id, submitted_by, title, type, organization, description, url, status, decided_at, created_at)
      select gen_random_uuid(), submitted_by, title, type, organization, description, url, status, decided_at, created_at
      from opportunity cross join generate_series(1, 259) where id = ${id}`.execute(deps.db);
    const first = (await list(null)).body;
    expect(first.opportunities).toHaveLength(250);
    const second = (await list(null, `?cursor=${first.next_cursor}`)).body;
    expect(new Set(idsOf([...first.opportunities, ...second.opportunities])).size).toBe(260);
    expect(second.next_cursor).toBeNull();
  });

  test('filters by type, in pages', async () => {
    await clear();
    const of: Record<string, string[]> = {};
    for (const type of ['internship', 'scholarship', 'fellowship', 'mentorship', 'internship', 'internship']) {
      of[type] = [(await approved({ type })).id, ...(of[type] ?? [])];
    }
    for (const type of Object.keys(of)) expect(await listed(`?type=${type}`)).toEqual(of[type]);
    const first = (await list(null, '?type=internship&limit=2')).body;
    const second = (await list(null, `?type=internship&limit=2&cursor=${first.next_cursor}`)).body;
    expect(idsOf([...first.opportunities, ...second.opportunities])).toEqual(of.internship);
    expect(second.next_cursor).toBeNull();
  });

  test.each(['limit=0', 'cursor=abc', 'type=job', 'type=', 'open_at=today'])('returns 400 for %s', async (query) => {
    expect((await list(null, `?${query}`)).status).toBe(400);
  });
});

describe('GET /api/lab/admin/opportunities/pending', () => {
  test('lists pending opportunities with submitters, newest first, past deadlines included', async () => {
    await clear();
    const [one, other] = [await createOpportunity(ben), await createOpportunity(ben, { deadline: '2020-01-01' })];
    await approved();
    const { status, body } = await pending(root);
    expect(status).toBe(200);
    const hidden = { submitted_by: ben.id, decline_reason: null, decided_at: null };
    expect(body).toEqual({ opportunities: [other, one].map((each) => ({ ...each, ...hidden })), next_cursor: null });
    const first = (await pending(root, '?limit=1')).body;
    expect(idsOf((await pending(root, `?limit=1&cursor=${first.next_cursor}`)).body.opportunities)).toEqual([one.id]);
  });

  test('returns 401 without a token and 403 for other users', async () => {
    expect((await pending(null)).status).toBe(401);
    expect((await pending(ada, '?limit=0')).status).toBe(403);
  });
});

test.each([
  ['approve', undefined, true],
  ['decline', { reason: 'A canary' }, false],
] as const)('%s notifies the submitter, without the reason', async (verb, body, is_approved) => {
  const submitter = await person();
  const record = await createOpportunity(submitter);
  expect((await decide(root, record, verb, body)).status).toBe(200);
  const { notifications } = (await app.call(submitter, 'GET', '/api/notifications')).body;
  expect(notifications).toMatchObject([
    {
      kind: 'opportunity_decided',
      data: { opportunity_id: record.id, is_approved },
      target: { type: 'opportunity', id: record.id },
      actor: null,
    },
  ]);
  expect(JSON.stringify(notifications)).not.toContain('canary');
});

describe('POST /api/lab/admin/opportunities/:id/approve', () => {
  test('lists an approved opportunity and audits the approval', async () => {
    const opportunity = await createOpportunity(ben);
    clock.advance(1_000);
    const { status, body } = await decide(root, opportunity, 'approve');
    const decided_at = clock.now().toISOString();
    expect([status, body.opportunity]).toEqual([
      200,
      { ...opportunity, status: 'approved', submitted_by: ben.id, decline_reason: null, decided_at },
    ]);
    expect(await listed()).toContain(opportunity.id);
    expect(await listAuditEvents(opportunity)).toEqual([
      { actor_id: root.id, action: 'lab.approve-opportunity', subject_type: 'opportunity', details: {} },
    ]);
  });

  test('returns 400 after an approval or a decline', async () => {
    const [one, other] = [await approved(), await createOpportunity(ben)];
    await decide(root, other, 'decline', { reason: 'No' });
    for (const opportunity of [one, other]) {
      const before = await rowOf(opportunity);
      expect((await decide(root, opportunity, 'approve')).body.code).toBe('lab.opportunity-not-pending');
      const again = await decide(root, opportunity, 'decline', { reason: 'No' });
      expect(again.body.code).toBe('lab.opportunity-not-pending');
      expect(await rowOf(opportunity)).toEqual(before);
      expect(await listAuditEvents(opportunity)).toHaveLength(1);
    }
  });

  test('returns 401, 403 and 404', async () => {
    const opportunity = await createOpportunity(ben);
    expect((await decide(null, opportunity, 'approve')).status).toBe(401);
    expect((await decide(ben, opportunity, 'approve')).status).toBe(403);
    expect((await decide(root, { id: randomUUID() }, 'approve')).body.code).toBe('lab.opportunity-not-found');
    expect((await decide(root, { id: 'x' }, 'approve')).status).toBe(400);
    expect((await rowOf(opportunity)).status).toBe('pending');
  });
});

describe('POST /api/lab/admin/opportunities/:id/decline', () => {
  test('shows the reason only to super admins', async () => {
    const opportunity = await createOpportunity(ben);
    const { status, body } = await decide(root, opportunity, 'decline', { reason: 'canary-reason' });
    expect([status, body.opportunity]).toMatchObject([200, { status: 'declined', decline_reason: 'canary-reason' }]);
    expect((await list(ben)).text).not.toMatch(new RegExp(`canary|${opportunity.id}`));
    expect(await listAuditEvents(opportunity)).toMatchObject([{ action: 'lab.decline-opportunity', details: {} }]);
  });

  test.each([undefined, {}, { reason: '' }, { reason: ' \n ' }, { reason: 'x'.repeat(1_001) }])(
    'returns 400 for the body %j',
    async (body) => {
      const opportunity = await createOpportunity(ben);
      expect((await decide(root, opportunity, 'decline', body)).status).toBe(400);
      expect((await rowOf(opportunity)).status).toBe('pending');
    },
  );

  test('returns 401, 403 and 404', async () => {
    const opportunity = await createOpportunity(ben);
    expect((await decide(null, opportunity, 'decline', { reason: 'No' })).status).toBe(401);
    expect((await decide(ada, opportunity, 'decline', 5)).status).toBe(403);
    expect((await decide(root, { id: randomUUID() }, 'decline', { reason: 'No' })).status).toBe(404);
    expect((await rowOf(opportunity)).status).toBe('pending');
  });
});
