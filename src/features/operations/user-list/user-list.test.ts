import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TokenUsage } from '#platform/db/tables.generated.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { call, clock, deps, person, superAdmin, issuer } = await startTestApp();

const ALL_USERS_ID = '00000000-0000-0000-0000-000000000000';
const NOTHING = { tokens: 0, cost_usd: '0.00000000' };
const NO_USAGE = {
  total_tokens: 0,
  total_cost_usd: '0.00000000',
  breakdown: { tone: NOTHING, images: NOTHING, packs: NOTHING, assistant: NOTHING },
};

let root: Person;
beforeEach(async () => {
  clock.advance(1_000);
  root = await superAdmin();
  await deps.db.deleteFrom('audit_log').execute();
});

const list = (actor: Person | null, query = '') => call(actor, 'GET', `/api/admin/users${query}`);

const find = async (q: string) => (await list(root, `?q=${encodeURIComponent(q)}`)).body.users;

const idsOf = (users: { id: string }[]) => users.map(({ id }) => id);

const change = (user: Person, values: object) =>
  deps.db.updateTable('profile').set(values).where('id', '=', user.id).execute();

const audited = () => deps.db.selectFrom('audit_log').selectAll().execute();

type Usage = { type: TokenUsage['type']; input?: number; output?: number; cost: string; at?: Date };

async function createUsage(user: Person, usages: Usage[]): Promise<void> {
  await deps.db
    .insertInto('token_usage')
    .values(
      usages.map(({ type, input = 0, output = 0, cost, at = clock.now() }) => ({
        id: v7({ msecs: at.getTime() }),
        user_id: user.id,
        type,
        model: 'a-model',
        input_tokens: input,
        output_tokens: output,
        cost_usd: cost,
        created_at: at,
      })),
    )
    .execute();
}

describe('GET /api/admin/users', () => {
  test('lists users, newest first, with their whole profile', async () => {
    clock.advance(1_000);
    const ada = await person({ name: 'Ada Brook' });
    clock.advance(1_000);
    const ben = await person();
    const { status, body } = await list(root, '?limit=2');
    expect(status).toBe(200);
    const { inbound_address: _, ...profile } = (await call(ada, 'GET', '/api/user/profile')).body.profile;
    expect(profile).toMatchObject({ email: ada.email, full_name: 'Ada Brook', drops_balance: 50 });
    expect(body.users[0].id).toBe(ben.id);
    expect(body.users[1]).toEqual({ ...profile, token_usage: NO_USAGE });
    expect(body.next_cursor).toEqual(expect.any(String));
  });

  test('includes inactive and synthetic users', async () => {
    const [inactive, synthetic] = [await person(), await person()];
    await change(inactive, { is_active: false });
    await change(synthetic, { is_ai: true });
    const ids = idsOf((await list(root)).body.users);
    expect(ids).toEqual(expect.arrayContaining([inactive.id, synthetic.id, root.id]));
  });

  test('returns pages with each user once, also users created at the same instant', async () => {
    await Promise.all(Array.from({ length: 5 }, () => person()));
    const whole = idsOf((await list(root)).body.users);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await list(root, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(body.users));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(whole);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('finds users by a part of the name or email address, ignoring case', async () => {
    const word = randomUUID().slice(0, 8);
    const ada = await person({ name: `Élodie ${word}` });
    const ben = await person({ email: `x.${word}@people.test` });
    expect(new Set(idsOf(await find(word.toUpperCase())))).toEqual(new Set([ada.id, ben.id]));
    expect(idsOf(await find(`élodie ${word}`))).toEqual([ada.id]);
    expect(idsOf(await find(`ÉLODIE ${word}`))).toEqual([ada.id]);
    expect(idsOf(await find(`X.${word}@PEOPLE`))).toEqual([ben.id]);
    expect(idsOf(await find(`${word}x`))).toEqual([]);
  });

  test.each(['%', '_', '\\', 'a%b', 'a_b', 'a\\b', "' or 1=1--"])('searches for %s literally', async (q) => {
    const [named, ...others] = [await person({ name: `Person ${q} of letters` }), await person({ name: 'axb' })];
    const found = idsOf(await find(q));
    expect(found).toContain(named.id);
    for (const other of others) expect(found).not.toContain(other.id);
  });

  test('returns search results in pages', async () => {
    const word = randomUUID().slice(0, 8);
    const users = await Promise.all(Array.from({ length: 3 }, () => person({ name: word })));
    const first = (await list(root, `?q=${word}&limit=2`)).body;
    const second = (await list(root, `?q=${word}&limit=2&cursor=${first.next_cursor}`)).body;
    const found = [...idsOf(first.users), ...idsOf(second.users)];
    expect([first.users.length, second.users.length, second.next_cursor]).toEqual([2, 1, null]);
    expect(new Set(found)).toEqual(new Set(users.map(({ id }) => id)));
  });

  test('sums up the usage of this month without rounding', async () => {
    const [ada, ben] = [await person({ name: 'Usage' }), await person({ name: 'Usage' })];
    await createUsage(ada, [
      { type: 'tone_analysis', input: 3, output: 1, cost: '0.10000001' },
      { type: 'tone_analysis', input: 2_147_483_647, output: 2_147_483_647, cost: '0.20000002' },
      { type: 'entry_background', cost: '0.04' },
      { type: 'entry_background', cost: '0.08' },
      { type: 'tone_pack_image', cost: '999999.99999999' },
      { type: 'note_analysis', input: 10, output: 20, cost: '0.00000015' },
      { type: 'daily_drop', input: 1, output: 2, cost: '0.00000060' },
    ]);
    const byId = new Map(
      (await find('Usage')).map((user: { id: string; token_usage: object }) => [user.id, user.token_usage]),
    );
    expect(byId.get(ada.id)).toEqual({
      total_tokens: 4_294_967_331,
      total_cost_usd: '1000000.42000077',
      breakdown: {
        tone: { tokens: 4_294_967_298, cost_usd: '0.30000003' },
        images: { tokens: 0, cost_usd: '0.12000000' },
        packs: { tokens: 0, cost_usd: '999999.99999999' },
        assistant: { tokens: 33, cost_usd: '0.00000075' },
      },
    });
    expect(byId.get(ben.id)).toEqual(NO_USAGE);
  });

  test('counts the usage of the calendar month in UTC', async () => {
    const ada = await person({ name: 'Calendar' });
    clock.set(new Date('2099-01-31T23:59:59.999Z'));
    const admin = { ...root, token: await issuer.sign(root.id, clock.now(), { email: root.email }) };
    const at = (instant: string, cost: string) => ({ type: 'tone_analysis' as const, cost, at: new Date(instant) });
    await createUsage(ada, [
      at('2098-12-31T23:59:59.999Z', '1'),
      at('2099-01-01T00:00:00.000Z', '20'),
      at('2099-01-31T23:59:59.999Z', '300'),
      at('2099-02-01T00:00:00.000Z', '4000'),
    ]);
    const costNow = async () => (await list(admin, '?q=Calendar')).body.users[0].token_usage.total_cost_usd;
    expect(await costNow()).toBe('320.00000000');
    clock.advance(1);
    expect(await costNow()).toBe('4000.00000000');
  });

  test('is audited once a page, without the search text', async () => {
    const word = randomUUID().slice(0, 8);
    await Promise.all([person({ name: word }), person({ name: word })]);
    await list(root, `?q=${word}`);
    const record = {
      actor_id: root.id,
      action: 'account.list-people',
      subject_type: 'profile',
      subject_id: ALL_USERS_ID,
    };
    expect(await audited()).toMatchObject([{ ...record, details: { found: 2, is_search: true } }]);
    expect(JSON.stringify(await audited())).not.toContain(word);
  });

  test.each(['limit=0', 'limit=501', 'cursor=abc', 'q=', `q=${'q'.repeat(201)}`, 'q=%00'])(
    'returns 400 for %s without auditing',
    async (query) => {
      expect((await list(root, `?${query}`)).status).toBe(400);
      expect(await audited()).toEqual([]);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('returns 403 for other users, for any query', async () => {
    const { status, body } = await list(await person(), '?limit=0');
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    expect(await audited()).toEqual([]);
  });
});

describe('GET /api/admin/users/:id', () => {
  const read = (actor: Person | null, id: string) => call(actor, 'GET', `/api/admin/users/${id}`);

  test('returns the user as in the list, and audits the request', async () => {
    const ada = await person();
    await createUsage(ada, [{ type: 'daily_drop', input: 1, cost: '0.5' }]);
    const [listed] = await find(ada.email);
    await deps.db.deleteFrom('audit_log').execute();
    const { status, body } = await read(root, ada.id.toUpperCase());
    expect([status, body]).toEqual([200, { user: listed }]);
    expect(body.user.token_usage.total_cost_usd).toBe('0.50000000');
    expect(await audited()).toMatchObject([
      { actor_id: root.id, action: 'account.read-person', subject_type: 'profile', subject_id: ada.id, details: {} },
    ]);
  });

  test('returns 400 for an invalid id', async () => {
    expect((await read(root, 'abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await read(null, root.id)).status).toBe(401);
  });

  test('returns 403 for other users, for any id', async () => {
    const ada = await person();
    for (const id of [ada.id, randomUUID(), 'abc']) expect((await read(ada, id)).status).toBe(403);
  });

  test('returns 404 for an unknown id without auditing', async () => {
    const { status, body } = await read(root, randomUUID());
    expect([status, body.code]).toEqual([404, 'account.not-found']);
    expect(await audited()).toEqual([]);
  });
});
