import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { call, clock, deps, person, superAdmin } = await startTestApp();

let root: Person;
beforeEach(async () => {
  clock.advance(1_000);
  root = await superAdmin();
  await deps.db.deleteFrom('currency_conversion_rate').execute();
  await deps.db.deleteFrom('audit_log').execute();
});

const URL = '/api/admin/conversion/rates';
const list = (caller: Person | null, query = '') => call(caller, 'GET', `${URL}${query}`);
const set = (caller: Person | null, body?: unknown, headers: Record<string, string> = {}) =>
  call(caller, 'POST', URL, body, headers);
const rows = () => deps.db.selectFrom('currency_conversion_rate').selectAll().execute();
/** Sorts rates, newest first. If two have the same instant, that with the greater id is newer. */
const newestFirst = (one: Rate, other: Rate) =>
  `${one.created_at}${one.id}` < `${other.created_at}${other.id}` ? 1 : -1;
type Rate = { created_at: string; id: string };
const audited = () => deps.db.selectFrom('audit_log').selectAll().execute();

describe('GET /api/admin/conversion/rates', () => {
  test('returns no rate before one is set', async () => {
    expect(await list(root)).toMatchObject({
      status: 200,
      body: { current: null, history: [], next_cursor: null },
    });
  });

  test('returns the newest as current and all in pages, newest first', async () => {
    const responses: Awaited<ReturnType<typeof set>>[] = [];
    for (const tokens_per_drop of [100, 250, 0.5, 1_000, 75]) {
      // Two rates have the same instant.
      if (tokens_per_drop !== 250) clock.advance(1_000);
      responses.push(await set(root, { tokens_per_drop }));
    }
    const rates = responses.map(({ body }) => body.rate).toSorted(newestFirst);
    expect(rates[0].tokens_per_drop).toBe(75);
    expect((await list(root)).body).toEqual({ current: rates[0], history: rates, next_cursor: null });
    const seen: Rate[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await list(root, `?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(body.current).toEqual(rates[0]);
      seen.push(...body.history);
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(rates);
  });

  test('keeps a rate when its creator is deleted', async () => {
    await set(root, { tokens_per_drop: 10 });
    const other = await superAdmin();
    await deps.db.deleteFrom('profile').where('id', '=', root.id).execute();
    expect((await list(other)).body.current).toMatchObject({ tokens_per_drop: 10, created_by: null });
  });

  test.each(['limit=0', 'limit=501', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await list(root, `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('returns 403 for a member, whatever the query', async () => {
    const { status, body } = await list(await person(), '?limit=0');
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
  });
});

describe('POST /api/admin/conversion/rates', () => {
  test('sets the current rate and records an audit event', async () => {
    const { status, body } = await set(root, { tokens_per_drop: 1_000, effective_at: '2000-01-01T00:00:00Z', id: 'x' });
    const now = clock.now().toISOString();
    expect([status, body]).toEqual([
      201,
      {
        rate: {
          id: expect.any(String),
          tokens_per_drop: 1_000,
          effective_at: now,
          created_by: root.id,
          created_at: now,
        },
      },
    ]);
    expect((await list(root)).body.current).toEqual(body.rate);
    expect(await audited()).toMatchObject([
      {
        actor_id: root.id,
        action: 'usage.set-conversion-rate',
        subject_type: 'currency_conversion_rate',
        subject_id: body.rate.id,
        details: { tokens_per_drop: 1_000 },
      },
    ]);
  });

  test.each([1, 0.1, 0.30000000000000004, 1e-7, 5e-324, 123_456_789.123_456_79, 1e12])(
    'stores %d exactly',
    async (tokens_per_drop) => {
      expect((await set(root, { tokens_per_drop })).body.rate.tokens_per_drop).toBe(tokens_per_drop);
      expect((await list(root)).body.current.tokens_per_drop).toBe(tokens_per_drop);
    },
  );

  test('stores a repeated rate twice, and once for the same Idempotency-Key', async () => {
    await set(root, { tokens_per_drop: 5 });
    const first = await set(root, { tokens_per_drop: 5 }, { 'idempotency-key': 'k' });
    const second = await set(root, { tokens_per_drop: 5 }, { 'idempotency-key': 'k' });
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(await rows()).toHaveLength(2);
  });

  test('stores all concurrent rates; the newest is current', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => superAdmin()));
    const responses = await Promise.all(others.map((other, index) => set(other, { tokens_per_drop: index + 1 })));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const { current, history } = (await list(root)).body;
    expect(history).toEqual(responses.map(({ body }) => body.rate).toSorted(newestFirst));
    expect(current).toEqual(history[0]);
    expect(await audited()).toHaveLength(5);
  });

  test.each([0, -1, -0.0001, 1e12 + 1, '5', '', null, true, [5], { value: 5 }, undefined])(
    'returns 400 for %j and stores nothing',
    async (tokens_per_drop) => {
      const { status, body } = await set(root, { tokens_per_drop });
      expect([status, body.code]).toEqual([400, 'request.invalid']);
      expect([await rows(), await audited()]).toEqual([[], []]);
    },
  );

  test.each(['1e999', '-1e999', 'NaN', 'Infinity', '1e-400'])('returns 400 for %s as a JSON number', async (number) => {
    const headers = { 'content-type': 'application/json' };
    expect((await set(root, `{"tokens_per_drop":${number}}`, headers)).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  test('returns 401 without a token', async () => {
    expect((await set(null, { tokens_per_drop: 5 })).status).toBe(401);
    expect(await rows()).toEqual([]);
  });

  test('returns 403 for a member, whatever the body', async () => {
    const ada = await person();
    for (const body of [{ tokens_per_drop: 5 }, { tokens_per_drop: 0 }, {}]) {
      expect((await set(ada, body)).status).toBe(403);
    }
    expect(await rows()).toEqual([]);
  });
});
