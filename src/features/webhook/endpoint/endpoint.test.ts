import { describe, expect, test } from 'vitest';
import { createOrganization } from '#test/groups.ts';
import type { Person } from '#test/start-test-app.ts';
import { respondWith, startWebhookApp } from '../test-webhooks.ts';

const app = await startWebhookApp();
const { call, clock, deps, person, superAdmin, receiver, createUserWebhook, createOrganizationWebhook, queueTest } =
  app;

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const HOUR = 60 * 60_000;

/** What the same routes serve: webhooks of users, and of organizations. */
const USER = {
  base: '/api/user/webhooks',
  kinds: ['notification', 'check-in.made'],
  start: async () => ({ owner: await person(), base: '/api/user/webhooks' }),
  create: createUserWebhook,
};
const ORGANIZATION = {
  kinds: ['member.joined', 'team.created'],
  start: async () => {
    const owner = await person();
    return { owner, base: `/api/organizations/${await createOrganization(deps, owner)}/webhooks` };
  },
  create: createOrganizationWebhook,
};
type Kind = Pick<typeof USER, 'kinds' | 'start'> & {
  create: typeof createUserWebhook | typeof createOrganizationWebhook;
};

/** People who stand beside an organization, and the status that they get. */
async function others(orgId: string): Promise<[Person, number, string][]> {
  const [member, admin] = [await person(), await person()];
  const rows = [member, admin].map(({ id }, index) => ({
    org_id: orgId,
    user_id: id,
    role: (['member', 'admin'] as const)[index] ?? 'member',
    joined_at: clock.now(),
    accepted_at: clock.now(),
  }));
  await deps.db.insertInto('organization_member').values(rows).execute();
  return [
    [await person(), 403, 'organization.not-member'],
    [await superAdmin(), 403, 'organization.not-member'],
    [member, 403, 'organization.not-admin'],
    [admin, 200, ''],
  ];
}

function creation({ kinds, start }: Kind) {
  test('returns 201 with an active webhook and its secret', async () => {
    const { owner, base } = await start();
    const url = receiver.url();
    const { status, body, headers } = await call(owner, 'POST', base, { url, kinds, description: 'My robot' });
    expect(status).toBe(201);
    expect(body).toEqual({
      webhook: {
        id: expect.any(String),
        url,
        description: 'My robot',
        kinds,
        status: 'active',
        pause_reason: null,
        paused_at: null,
        failing_since: null,
        previous_secret_expires_at: null,
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
      },
      secret: expect.stringMatching(SECRET),
    });
    expect(headers['cache-control']).toBe('no-store');
    const row = await deps.db
      .selectFrom('webhook_endpoint')
      .select('secret')
      .where('id', '=', body.webhook.id)
      .executeTakeFirstOrThrow();
    expect(row.secret).not.toContain(body.secret.slice('whsec_'.length));
    expect((await call(owner, 'GET', `${base}/${body.webhook.id}`)).text).not.toContain('whsec_');
  });

  test.each([
    ['without TLS', 'http://hooks.example/'],
    ['with credentials', 'https://ada:secret@hooks.example/'],
    ['of this machine', 'https://127.0.0.1/'],
    ['of this machine, as one number', 'https://2130706433/'],
    ['of this machine, as IPv4 in IPv6', 'https://[::ffff:7f00:1]/'],
    ["of a cloud's metadata", 'https://169.254.169.254/'],
    ['that grows too long', `https://hooks.example/${'ü'.repeat(1_000)}`],
  ])('returns 400 for a URL %s', async (_, url) => {
    const { owner, base } = await start();
    const { status, body } = await call(owner, 'POST', base, { url, kinds });
    expect([status, body.code]).toEqual([400, 'webhook.url-not-allowed']);
    expect((await call(owner, 'GET', base)).body.webhooks).toEqual([]);
  });

  test.each([
    ['without kinds', { kinds: [] }],
    ['with an unknown kind', { kinds: ['entry.read'] }],
    ['with a kind twice', { kinds: [kinds[0], kinds[0]] }],
    ['with a kind that goes to all users', { kinds: ['mosaic.updated'] }],
    ['without a URL', { url: undefined }],
    ['with a URL that is too long', { url: `https://hooks.example/${'x'.repeat(2_048)}` }],
    ['with a long description', { description: 'x'.repeat(201) }],
  ])('returns 400 %s', async (_, wrong) => {
    const { owner, base } = await start();
    const { status } = await call(owner, 'POST', base, { url: 'https://hooks.example/', kinds, ...wrong });
    expect(status).toBe(400);
  });

  test('returns 400 for an eleventh webhook, also if all are created at once', async () => {
    const { owner, base } = await start();
    const results = await Promise.all(
      Array.from({ length: 15 }, () => call(owner, 'POST', base, { url: receiver.url(), kinds })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(5).fill(400)]);
    expect(results.find(({ status }) => status === 400)?.body.code).toBe('webhook.too-many');
    expect((await call(owner, 'GET', base)).body.webhooks).toHaveLength(10);
  });

  test('does nothing again for a repeated key, and stores no secret', async () => {
    const { owner, base } = await start();
    const request = () =>
      call(owner, 'POST', base, { url: 'https://hooks.example/', kinds }, { 'idempotency-key': 'a-key-of-mine' });
    const [first, second] = [await request(), await request()];
    expect([first.status, second.body.secret]).toEqual([201, undefined]);
    expect((await call(owner, 'GET', base)).body.webhooks).toHaveLength(1);
  });
}

describe('POST /api/user/webhooks', () => {
  creation(USER);

  test('returns 400 for the kind of an organization', async () => {
    const body = { url: 'https://hooks.example/', kinds: ['member.joined'] };
    expect((await call(await person(), 'POST', '/api/user/webhooks', body)).status).toBe(400);
  });
});

describe('POST /api/organizations/:id/webhooks', () => {
  creation(ORGANIZATION);

  test('admits the owner and admins alone', async () => {
    const { orgId } = await createOrganizationWebhook();
    for (const [caller, status, code = undefined] of await others(orgId)) {
      const body = { url: 'https://hooks.example/', kinds: ['member.joined'] };
      const response = await call(caller, 'POST', `/api/organizations/${orgId}/webhooks`, body);
      expect([response.status, response.body.code ?? '']).toEqual([status === 200 ? 201 : status, code]);
    }
  });

  test('returns 404 for an unknown organization', async () => {
    const body = { url: 'https://hooks.example/', kinds: ['member.joined'] };
    const response = await call(await person(), 'POST', `/api/organizations/${deps.ids.next()}/webhooks`, body);
    expect([response.status, response.body.code]).toEqual([404, 'organization.not-found']);
  });
});

function reading({ create }: Kind) {
  test('returns webhooks of the owner, newest first', async () => {
    const first = await create();
    clock.advance(1);
    const base = first.base.slice(0, first.base.lastIndexOf('/'));
    const kinds = first.base.startsWith('/api/user') ? USER.kinds : ORGANIZATION.kinds;
    const second = await call(first.owner, 'POST', base, { url: receiver.url(), kinds });
    await create();
    const { body } = await call(first.owner, 'GET', base);
    expect(body.webhooks.map(({ id }: { id: string }) => id)).toEqual([second.body.webhook.id, first.id]);
    expect(body.next_cursor).toBeNull();
    expect(JSON.stringify(body)).not.toContain('secret"');
    const page = await call(first.owner, 'GET', `${base}?limit=1`);
    const next = await call(first.owner, 'GET', `${base}?limit=1&cursor=${page.body.next_cursor}`);
    expect(next.body.webhooks).toMatchObject([{ id: first.id }]);
  });
}

describe('GET /api/user/webhooks', () => {
  reading(USER);
});
describe('GET /api/organizations/:id/webhooks', () => {
  reading(ORGANIZATION);

  test('admits the owner and admins alone', async () => {
    const { orgId } = await createOrganizationWebhook();
    for (const [caller, status, code] of await others(orgId)) {
      const response = await call(caller, 'GET', `/api/organizations/${orgId}/webhooks`);
      expect([response.status, response.body.code ?? '']).toEqual([status, code]);
    }
  });
});

/** No route finds a webhook of another owner, by its own path or by another. */
function hidden(
  { create }: Kind,
  method: 'GET' | 'PATCH' | 'DELETE' | 'POST',
  suffix = '',
  body: object | undefined = undefined,
) {
  test('returns 404 for a webhook of another owner, and for an unknown one', async () => {
    const [mine, theirs] = [await create(), await create()];
    const base = mine.base.slice(0, mine.base.lastIndexOf('/'));
    for (const id of [theirs.id, deps.ids.next()]) {
      const response = await call(mine.owner, method, `${base}/${id}${suffix}`, body);
      expect([response.status, response.body.code]).toEqual([404, 'webhook.not-found']);
    }
    expect(await app.read(theirs)).toMatchObject({
      status: 'active',
      url: theirs.url,
      previous_secret_expires_at: null,
    });
  });
}

describe('GET /api/user/webhooks/:webhookId', () => {
  hidden(USER, 'GET');

  test('returns the webhook', async () => {
    const webhook = await createUserWebhook();
    const { status, body } = await call(webhook.owner, 'GET', webhook.base);
    expect([status, body.webhook.id, body.webhook.url]).toEqual([200, webhook.id, webhook.url]);
  });
});

describe('GET /api/organizations/:id/webhooks/:webhookId', () => {
  hidden(ORGANIZATION, 'GET');

  test('admits the owner and admins alone, and does not show it by the route of users', async () => {
    const webhook = await createOrganizationWebhook();
    for (const [caller, status, code] of await others(webhook.orgId)) {
      const response = await call(caller, 'GET', webhook.base);
      expect([response.status, response.body.code ?? '']).toEqual([status, code]);
    }
    expect((await call(webhook.owner, 'GET', `/api/user/webhooks/${webhook.id}`)).status).toBe(404);
  });
});

function changing({ create, kinds }: Kind) {
  test('changes the given values', async () => {
    const webhook = await create();
    clock.advance(1);
    const change = { url: 'https://hooks.example/path?key=value', kinds, description: 'Another' };
    const { status, body } = await call(webhook.owner, 'PATCH', webhook.base, change);
    expect([status, body.webhook]).toEqual([
      200,
      expect.objectContaining({ ...change, status: 'active', updated_at: clock.now().toISOString() }),
    ]);
    const unchanged = await call(webhook.owner, 'PATCH', webhook.base, {});
    expect(unchanged.body.webhook).toMatchObject(change);
  });

  test('pauses, which drops what waits, and resumes', async () => {
    const webhook = await create();
    await queueTest(webhook);
    const paused = await call(webhook.owner, 'PATCH', webhook.base, { status: 'paused' });
    expect(paused.body.webhook).toMatchObject({
      status: 'paused',
      pause_reason: 'manual',
      paused_at: clock.now().toISOString(),
    });
    await app.send();
    expect(await app.deliveriesOf(webhook)).toMatchObject([{ status: 'dropped', next_attempt_at: null }]);
    const resumed = await call(webhook.owner, 'PATCH', webhook.base, { status: 'active' });
    expect(resumed.body.webhook).toMatchObject({ status: 'active', pause_reason: null, paused_at: null });
    await app.send();
    expect(receiver.messagesTo(webhook.url)).toEqual([]);
    await queueTest(webhook);
    await call(webhook.owner, 'PATCH', webhook.base, { status: 'active' });
    await app.send();
    expect(receiver.messagesTo(webhook.url)).toHaveLength(1);
  });

  test('forgets the failure of another URL', async () => {
    const webhook = await create(respondWith(500));
    await queueTest(webhook);
    await app.send();
    expect((await app.read(webhook)).failing_since).not.toBeNull();
    await call(webhook.owner, 'PATCH', webhook.base, { url: webhook.url, status: 'active' });
    expect((await app.read(webhook)).failing_since).not.toBeNull();
    await call(webhook.owner, 'PATCH', webhook.base, { url: receiver.url() });
    expect((await app.read(webhook)).failing_since).toBeNull();
  });

  test('returns 400 for a URL that is not allowed, and for a wrong status', async () => {
    const webhook = await create();
    for (const body of [{ url: 'https://10.0.0.1/' }, { status: 'gone' }, { kinds: [] }]) {
      expect((await call(webhook.owner, 'PATCH', webhook.base, body)).status).toBe(400);
    }
    expect(await app.read(webhook)).toMatchObject({ url: webhook.url, status: 'active' });
  });
}

describe('PATCH /api/user/webhooks/:webhookId', () => {
  hidden(USER, 'PATCH', '', { status: 'paused' });
  changing(USER);
});
describe('PATCH /api/organizations/:id/webhooks/:webhookId', () => {
  hidden(ORGANIZATION, 'PATCH', '', { status: 'paused' });
  changing(ORGANIZATION);
});

function deleting({ create }: Kind) {
  test('deletes the webhook with its deliveries', async () => {
    const webhook = await create();
    await queueTest(webhook);
    await app.send();
    await queueTest(webhook);
    const { status, body } = await call(webhook.owner, 'DELETE', webhook.base);
    expect([status, body.message]).toEqual([200, 'The webhook is deleted.']);
    await app.send();
    expect(receiver.messagesTo(webhook.url)).toHaveLength(1);
    expect((await call(webhook.owner, 'GET', webhook.base)).status).toBe(404);
    const left = await deps.db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('endpoint_id', '=', webhook.id)
      .execute();
    expect(left).toEqual([]);
  });
}

describe('DELETE /api/user/webhooks/:webhookId', () => {
  hidden(USER, 'DELETE');
  deleting(USER);
});
describe('DELETE /api/organizations/:id/webhooks/:webhookId', () => {
  hidden(ORGANIZATION, 'DELETE');
  deleting(ORGANIZATION);
});

function rotating({ create }: Kind) {
  test('returns another secret, and says until when both sign', async () => {
    const webhook = await create();
    const { status, body } = await call(webhook.owner, 'POST', `${webhook.base}/rotate-secret`);
    expect([status, body]).toEqual([
      200,
      {
        secret: expect.stringMatching(SECRET),
        webhook: expect.objectContaining({
          id: webhook.id,
          previous_secret_expires_at: new Date(clock.now().getTime() + 24 * HOUR).toISOString(),
        }),
      },
    ]);
    expect(body.secret).not.toBe(webhook.secret);
  });
}

describe('POST /api/user/webhooks/:webhookId/rotate-secret', () => {
  hidden(USER, 'POST', '/rotate-secret');
  rotating(USER);
});
describe('POST /api/organizations/:id/webhooks/:webhookId/rotate-secret', () => {
  hidden(ORGANIZATION, 'POST', '/rotate-secret');
  rotating(ORGANIZATION);
});
