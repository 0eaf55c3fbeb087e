import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { SPONSOR, sponsorsOf } from '../test-sponsors.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const {
  applyAsSponsor,
  createApplication,
  createSponsor,
  decide,
  listSponsors,
  listPendingSponsors,
  findRow,
  listAuditEvents,
} = sponsorsOf(app);

const [ada, root] = [await person(), await superAdmin()];

const { contact_name, contact_email, message, ...PUBLIC } = SPONSOR;
const countAll = async () => (await deps.db.selectFrom('sponsor').select('id').execute()).length;
const idsOf = (sponsors: { id: string }[]) => sponsors.map(({ id }) => id);
const clear = () => deps.db.deleteFrom('sponsor').execute();

describe('POST /api/lab/sponsors', () => {
  test('stores an application without a token and returns no contact details', async () => {
    const { status, body, text } = await applyAsSponsor();
    expect(status).toBe(201);
    const sponsor = { id: expect.any(String), ...PUBLIC, status: 'pending', applied_at: clock.now().toISOString() };
    expect(body).toEqual({ sponsor });
    expect(text).not.toMatch(/canary/i);
    expect(await findRow(body.sponsor)).toMatchObject({ contact_name, contact_email, message, status: 'pending' });
    expect(idsOf((await listSponsors(ada)).body.sponsors)).not.toContain(body.sponsor.id);
  });

  test('accepts the required fields only and ignores other fields', async () => {
    const beyond = { id: randomUUID(), status: 'approved', decline_reason: 'No', tier_rank: 9 };
    const { status, body } = await applyAsSponsor({
      name: ' A ',
      tier: 'bronze',
      contact_name,
      contact_email,
      ...beyond,
    });
    expect(status).toBe(201);
    expect(body.sponsor).toMatchObject({ name: 'A', website: null, logo_url: null, status: 'pending' });
    expect(body.sponsor.id).not.toBe(beyond.id);
    expect(await findRow(body.sponsor)).toMatchObject({ message: null, decline_reason: null, tier_rank: 1 });
  });

  test.each([
    ['name', ['', ' ', 'a\nb', 'a\r\nBcc: v@x.test', 'x'.repeat(201), null, 5, undefined]],
    ['tier', ['', 'Gold', 'diamond', '__proto__', null, undefined]],
    ['contact_name', ['', '\t', 'Carla\r\nBcc: v@x.test', 'x'.repeat(201), undefined]],
    [
      'contact_email',
      [
        'a@x>\r\nRCPT TO:<v@x',
        'a@b.test\n',
        'a@b.test, c@d.test',
        'a@b.test;c@d.test',
        'Carla <a@b.test>',
        '"a b"@b.test',
        'a@',
        '@b.test',
        'a b@c.test',
        `${'a'.repeat(250)}@b.test`,
        '('.repeat(50_000),
        ['a@b.test'],
        { address: 'a@b.test' },
        null,
        undefined,
      ],
    ],
    [
      'website',
      ['http://coils.test', 'javascript:alert(1)', 'https://a:b@coils.test', 'https://', '', 5, 'https://x.test/ y'],
    ],
    [
      'logo_url',
      ['http://coils.test/a.png', 'data:image/png;base64,AAAA', '//coils.test', `https://x.test/${'x'.repeat(2_048)}`],
    ],
    ['message', ['x'.repeat(2_001), 5]],
  ])('returns 400 for an invalid %s', async (field, values) => {
    const before = await countAll();
    for (const value of values) {
      const { status } = await applyAsSponsor({ ...SPONSOR, [field]: value });
      expect([value, status]).toEqual([value, 400]);
    }
    expect(await countAll()).toBe(before);
  });

  test('returns 429 after 30 applications an hour from one IP address', async () => {
    const limited = await startTestApp({ environment: { RATE_LIMIT: 'on' } });
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await limited.call(null, 'POST', '/api/lab/sponsors', SPONSOR)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(201), 429]);
    expect(await limited.deps.db.selectFrom('sponsor').select('id').execute()).toHaveLength(30);
  });
});

describe('GET /api/lab/sponsors', () => {
  test('lists approved sponsors publicly, newest first, without contact details and reasons', async () => {
    await clear();
    const bronze = await createSponsor(root, { tier: 'bronze' });
    const gold = await createSponsor(root, { tier: 'gold' });
    const silver = await createSponsor(root, { tier: 'silver' });
    const newGold = await createSponsor(root, { tier: 'gold' });
    const platinum = await createSponsor(root, { tier: 'platinum' });
    const declined = await createApplication({ tier: 'platinum' });
    await decide(root, declined, 'decline', { reason: 'canary-reason' });
    await createApplication({ tier: 'platinum' });
    for (const viewer of [null, ada, root]) {
      const { status, body, text } = await listSponsors(viewer);
      expect(status).toBe(200);
      expect(body).toEqual({ sponsors: [platinum, newGold, silver, gold, bronze], next_cursor: null });
      expect(text).not.toMatch(/canary|contact|reason/i);
    }
    expect(idsOf((await listSponsors(null, '?tier=gold')).body.sponsors)).toEqual([newGold.id, gold.id]);
    expect((await listSponsors(null, '?tier=gold')).body.next_cursor).toBeNull();
  });

  test('pages across all tiers and within one', async () => {
    await clear();
    for (const tier of ['silver', 'gold', 'bronze', 'gold', 'silver', 'gold', 'platinum'])
      await createSponsor(root, { tier });
    for (const [tier, count] of [
      ['', 7],
      ['&tier=gold', 3],
    ] as const) {
      const all = idsOf((await listSponsors(null, `?limit=500${tier}`)).body.sponsors);
      expect(all).toHaveLength(count);
      for (const limit of [1, 2, 3]) {
        const found: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const { body } = await listSponsors(null, `?limit=${limit}${tier}${cursor && `&cursor=${cursor}`}`);
          expect(body.sponsors.length).toBeLessThanOrEqual(limit);
          found.push(...idsOf(body.sponsors));
          cursor = body.next_cursor;
        }
        expect(found).toEqual(all);
      }
    }
  });

  test.each(['limit=0', 'limit=501', 'cursor=abc', 'tier=diamond', 'tier='])('returns 400 for %s', async (query) => {
    expect((await listSponsors(null, `?${query}`)).status).toBe(400);
  });
});

describe('GET /api/lab/admin/sponsors/pending', () => {
  test('lists pending applications with contact details, newest first', async () => {
    await clear();
    const [one, other] = [await createApplication(), await createApplication()];
    await createSponsor(root);
    const { status, body } = await listPendingSponsors(root);
    expect(status).toBe(200);
    const hidden = { contact_name, contact_email, message, decline_reason: null, decided_at: null };
    expect(body).toEqual({ sponsors: [other, one].map((sponsor) => ({ ...sponsor, ...hidden })), next_cursor: null });
    const reading = { actor_id: root.id, action: 'lab.read-sponsors', subject_type: 'sponsor', details: {} };
    expect([await listAuditEvents(one), await listAuditEvents(other)]).toEqual([[reading], [reading]]);
    const first = (await listPendingSponsors(root, '?limit=1')).body;
    const second = (await listPendingSponsors(root, `?limit=1&cursor=${first.next_cursor}`)).body;
    expect(idsOf([...first.sponsors, ...second.sponsors])).toEqual([other.id, one.id]);
    expect(second.next_cursor).toBeNull();
  });

  test('returns 400 for an invalid page', async () => {
    expect((await listPendingSponsors(root, '?limit=0')).status).toBe(400);
  });

  test('returns 401 without a token and 403 for other users', async () => {
    expect((await listPendingSponsors(null)).status).toBe(401);
    expect((await listPendingSponsors(ada, '?limit=0')).status).toBe(403);
  });
});

describe('POST /api/lab/admin/sponsors/:id/approve', () => {
  test('adds the sponsor to the wall and audits the approval', async () => {
    const sponsor = await createApplication();
    clock.advance(1_000);
    const { status, body } = await decide(root, sponsor, 'approve');
    expect([status, body.sponsor]).toEqual([
      200,
      {
        ...sponsor,
        status: 'approved',
        contact_name,
        contact_email,
        message,
        decline_reason: null,
        decided_at: clock.now().toISOString(),
      },
    ]);
    expect(idsOf((await listSponsors(null)).body.sponsors)).toContain(sponsor.id);
    expect(await listAuditEvents(sponsor)).toEqual([
      { actor_id: root.id, action: 'lab.approve-sponsor', subject_type: 'sponsor', details: {} },
    ]);
  });

  test('returns 400 after an approval or a decline', async () => {
    const [one, other] = [await createSponsor(root), await createApplication()];
    await decide(root, other, 'decline', { reason: 'No' });
    for (const sponsor of [one, other]) {
      const before = await findRow(sponsor);
      expect((await decide(root, sponsor, 'approve')).body.code).toBe('lab.sponsor-not-pending');
      expect((await decide(root, sponsor, 'decline', { reason: 'No' })).body.code).toBe('lab.sponsor-not-pending');
      expect(await findRow(sponsor)).toEqual(before);
      expect(await listAuditEvents(sponsor)).toHaveLength(1);
    }
  });

  test('returns 401, 403 and 404', async () => {
    const sponsor = await createApplication();
    expect((await decide(null, sponsor, 'approve')).status).toBe(401);
    expect((await decide(ada, sponsor, 'approve')).status).toBe(403);
    expect((await decide(ada, { id: 'x' }, 'approve')).status).toBe(403);
    expect((await decide(root, { id: randomUUID() }, 'approve')).body.code).toBe('lab.sponsor-not-found');
    expect((await decide(root, { id: 'x' }, 'approve')).status).toBe(400);
    expect((await findRow(sponsor)).status).toBe('pending');
  });
});

describe('POST /api/lab/admin/sponsors/:id/decline', () => {
  test('shows the reason only to super admins and does not notify the applicant', async () => {
    const sponsor = await createApplication();
    const reason = `canary-reason ${'x'.repeat(900)}`;
    const { status, body } = await decide(root, sponsor, 'decline', { reason });
    expect([status, body.sponsor]).toMatchObject([200, { status: 'declined', decline_reason: reason }]);
    expect((await listSponsors(null)).text).not.toMatch(new RegExp(`canary|${sponsor.id}`));
    expect(await listAuditEvents(sponsor)).toMatchObject([{ action: 'lab.decline-sponsor', details: {} }]);
    const mails = await deps.db
      .selectFrom('outgoing_mail')
      .select('id')
      .where('recipient_email', '=', contact_email)
      .execute();
    expect(mails).toEqual([]);
  });

  test.each([undefined, {}, { reason: '' }, { reason: ' \n ' }, { reason: 'x'.repeat(1_001) }, { reason: null }])(
    'returns 400 for the body %j',
    async (body) => {
      const sponsor = await createApplication();
      expect((await decide(root, sponsor, 'decline', body)).status).toBe(400);
      expect((await findRow(sponsor)).status).toBe('pending');
    },
  );

  test('returns 401, 403 and 404', async () => {
    const sponsor = await createApplication();
    expect((await decide(null, sponsor, 'decline', { reason: 'No' })).status).toBe(401);
    expect((await decide(ada, { id: 'x' }, 'decline', 5)).status).toBe(403);
    expect((await decide(root, { id: randomUUID() }, 'decline', { reason: 'No' })).status).toBe(404);
    expect((await findRow(sponsor)).status).toBe('pending');
  });
});

test('no response shows contact details or reasons to other users, errors included', async () => {
  const sponsor = await createSponsor(root);
  const declined = await createApplication();
  await decide(root, declined, 'decline', { reason: 'canary-reason' });
  const responses = await Promise.all([
    ...app.routes
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/lab') && !path.includes(':'))
      .flatMap(({ path }) => [call(null, 'GET', path), call(ada, 'GET', path)]),
    call(ada, 'GET', '/api/notifications'),
    call(ada, 'GET', '/api/admin/outbox'),
    applyAsSponsor({ ...SPONSOR, tier: 'none' }),
    call(ada, 'POST', '/api/lab/outreach', { recipient_id: sponsor.id, message: 'Hello' }),
    call(ada, 'POST', '/api/lab/outreach', { recipient_id: declined.id, message: 'Hello' }),
  ]);
  expect(responses.length).toBeGreaterThan(8);
  for (const { text } of responses) expect(text).not.toMatch(/canary/i);
});
