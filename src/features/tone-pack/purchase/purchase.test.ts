import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { packsOf, withoutRequestId } from '../test-packs.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;
const { make, offer, share, purchase, read, balanceOf, giveDrops, purchasesOf } = packsOf(app);
afterAll(() => expectLedgerToBalance(deps.db));

describe('POST /api/tone-packs/:id/purchase', () => {
  test('debits the price once and grants permanent access', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada, 20, { name: 'Calm lakes' });
    clock.advance(1_000);
    const { status, body } = await purchase(ben, pack);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        purchase: {
          id: expect.any(String),
          pack_id: pack.id,
          user_id: ben.id,
          price_drops: 20,
          transaction_id: expect.any(String),
          created_at: clock.now().toISOString(),
        },
        balance: 30,
      },
    });
    const { transactions } = (await call(ben, 'GET', '/api/drops/transactions')).body;
    expect(transactions[0]).toEqual({
      id: body.purchase.transaction_id,
      type: 'purchase',
      amount: -20,
      balance_after: 30,
      description: 'Tone pack: Calm lakes',
      pack: { id: pack.id, name: 'Calm lakes' },
      created_at: clock.now().toISOString(),
    });
    expect((await read(ben, pack)).body.pack.access).toBe('purchased');
    expect(await purchasesOf(pack)).toMatchObject([{ user_id: ben.id, transaction_id: body.purchase.transaction_id }]);
    // The owner does not get the drops.
    expect(await balanceOf(ada)).toBe(50);
  });

  test('notifies the owner once a day, without the buyers', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const pack = await offer(ada, 20, { name: 'Calm lakes' });
    for (const buyer of [ben, cleo]) expect((await purchase(buyer, pack)).status).toBe(201);
    const { notifications } = (await call(ada, 'GET', '/api/notifications')).body;
    expect(notifications).toMatchObject([
      {
        kind: 'tone_pack_bought',
        body: 'A user bought your tone pack “Calm lakes”.',
        data: { pack_id: pack.id, pack_name: 'Calm lakes' },
        target: { type: 'tone_pack', id: pack.id },
        actor: null,
      },
    ]);
    expect((await call(ben, 'GET', '/api/notifications')).body.notifications).toEqual([]);
  });

  test('spends the last drop', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await purchase(ben, await offer(ada, 50))).body.balance).toBe(0);
  });

  test('repeats the response for the same Idempotency-Key and charges once', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada, 20);
    const key = { 'idempotency-key': randomUUID() };
    const buy = () => call(ben, 'POST', `/api/tone-packs/${pack.id}/purchase`, undefined, key);
    const first = await buy();
    const second = await buy();
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await balanceOf(ben)).toBe(30);
  });

  test('charges the expected price only', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada, 20);
    await call(ada, 'PUT', `/api/tone-packs/${pack.id}`, { price_drops: 30 });
    const refused = await purchase(ben, pack, { expected_price: 20 });
    expect([refused.status, refused.body.code]).toEqual([400, 'tone-pack.price-changed']);
    expect(await balanceOf(ben)).toBe(50);
    expect((await purchase(ben, pack, { expected_price: 30 })).body.balance).toBe(20);
  });

  test('sells to a recipient of the pack, who keeps it after the share ends', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    await share(ada, pack, ben.id);
    expect((await purchase(ben, pack)).status).toBe(201);
    await call(ada, 'DELETE', `/api/tone-packs/${pack.id}/share/${ben.id}`);
    expect((await read(ben, pack)).body.pack.access).toBe('purchased');
  });

  test('returns 400 for a second purchase, also with a low balance, and charges nothing', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada, 40);
    await purchase(ben, pack);
    const { status, body } = await purchase(ben, pack);
    expect([status, body.code]).toEqual([400, 'tone-pack.already-purchased']);
    expect(await balanceOf(ben)).toBe(10);
    await call(ada, 'DELETE', `/api/tone-packs/${pack.id}`);
    expect((await purchase(ben, pack)).body.code).toBe('tone-pack.already-purchased');
    expect(await purchasesOf(pack)).toHaveLength(1);
  });

  test('returns 400 for too few drops and stores nothing', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada, 51);
    const { status, body } = await purchase(ben, pack);
    expect([status, body.code]).toEqual([400, 'tone-pack.too-few-drops']);
    expect([await balanceOf(ben), await purchasesOf(pack)]).toEqual([50, []]);
    await giveDrops(ben, 1);
    expect((await purchase(ben, pack)).body.balance).toBe(0);
  });

  test('stores a purchase of a free pack without a ledger row', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada, 0);
    const { transactions: before } = (await call(ben, 'GET', '/api/drops/transactions')).body;
    const { status, body } = await purchase(ben, pack);
    expect([status, body.balance]).toEqual([201, 50]);
    expect(body.purchase).toMatchObject({ pack_id: pack.id, user_id: ben.id, price_drops: 0, transaction_id: null });
    expect((await call(ben, 'GET', '/api/drops/transactions')).body.transactions).toEqual(before);
    expect(await purchasesOf(pack)).toMatchObject([{ id: body.purchase.id, user_id: ben.id, transaction_id: null }]);
    expect((await purchase(ben, pack)).body.code).toBe('tone-pack.already-purchased');
    // What was got for nothing is kept, whatever becomes of the pack.
    await call(ada, 'PUT', `/api/tone-packs/${pack.id}`, { price_drops: 20, is_public: false });
    expect((await read(ben, pack)).body.pack.access).toBe('purchased');
  });

  test('returns 400 for the owner', async () => {
    const ada = await person();
    expect((await purchase(ada, await offer(ada))).body.code).toBe('tone-pack.own-pack');
    expect(await balanceOf(ada)).toBe(50);
  });

  test('returns 400 for a private pack that is shared with the caller', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada, { price_drops: 5 });
    await share(ada, pack, ben.id);
    const { status, body } = await purchase(ben, pack);
    expect([status, body.code]).toEqual([400, 'tone-pack.not-for-sale']);
    expect([await balanceOf(ben), await purchasesOf(pack)]).toEqual([50, []]);
  });

  test.each<[string, unknown]>([
    ['a price that is a text', { expected_price: '20' }],
    ['a price of null', { expected_price: null }],
    ['a price below zero', { expected_price: -20 }],
    ['a list', [20]],
  ])('returns 400 for an expected price of %s', async (_what, order) => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    expect((await purchase(ben, pack, order as object)).status).toBe(400);
    expect(await balanceOf(ben)).toBe(50);
  });

  test('returns the same 404 for private, unlisted and unknown packs', async () => {
    const [ada, ben, zoe] = await Promise.all([person(), person(), person()]);
    const [hidden, unlisted] = await Promise.all([make(ada, { price_drops: 5 }), offer(ada)]);
    await purchase(zoe, unlisted);
    await call(ada, 'DELETE', `/api/tone-packs/${unlisted.id}`);
    const unknown = await purchase(ben, { id: randomUUID() });
    for (const pack of [hidden, unlisted]) {
      const { status, body } = await purchase(ben, pack);
      expect(status).toBe(404);
      expect(withoutRequestId(body)).toEqual(withoutRequestId(unknown.body));
    }
    expect(await balanceOf(ben)).toBe(50);
  });

  test('returns 403 during impersonation', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const pack = await offer(ada);
    const acting = await call(root, 'POST', '/api/admin/impersonate', { target_id: ben.id, reason: 'To help' });
    expect((await purchase({ ...root, token: acting.body.token }, pack)).status).toBe(403);
    expect(await balanceOf(ben)).toBe(50);
  });

  test('returns 401 without a token', async () => {
    expect((await purchase(null, await offer(await person()))).status).toBe(401);
  });
});
