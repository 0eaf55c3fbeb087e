import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { postToLedger } from '../index.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { call, clock, deps, person, superAdmin } = app;
const otherNode = await startSecondNode(app);
const root = await superAdmin();
afterAll(() => expectLedgerToBalance(deps.db));

const adjust = (actor: Person | null, id: string, body: unknown, headers = {}) =>
  call(actor, 'POST', `/api/admin/users/${id}/drops`, body, headers);

const refund = (actor: Person | null, id: string) => call(actor, 'POST', `/api/admin/drops/transactions/${id}/refund`);

const ledgerOf = (actor: Person | null, id: string, query = '') =>
  call(actor, 'GET', `/api/admin/users/${id}/drops${query}`);

const balanceOf = async (user: Person) => (await call(user, 'GET', '/api/drops/balance')).body.balance;

const auditEventsOn = (id: string) =>
  deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'subject_type', 'details'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

/** The id of the row of a purchase. */
async function bought(user: Person, price: number, description = 'A pack of tones'): Promise<string> {
  const posting = {
    userId: user.id,
    type: 'purchase',
    amount: -price,
    transactionKey: randomUUID(),
    description,
  } as const;
  const posted = await deps.db.transaction().execute((tx) => postToLedger(deps, tx, posting));
  return 'transaction' in posted ? posted.transaction.id : '';
}

describe('POST /api/admin/users/:id/drops', () => {
  test('credits drops with a reason for the user and records an audit event', async () => {
    const ada = await person();
    clock.advance(1_000);
    const { status, body } = await adjust(root, ada.id, { delta: 25, reason: 'You found a bug' });
    expect(status).toBe(201);
    expect(body.transaction).toEqual({
      id: expect.any(String),
      user_id: ada.id,
      type: 'admin_adjustment',
      amount: 25,
      delta: 25,
      balance_after: 75,
      description: 'You found a bug',
      reason: 'You found a bug',
      source: expect.stringMatching(/^admin_adjustment:/),
      created_at: clock.now().toISOString(),
    });
    expect(await balanceOf(ada)).toBe(75);
    const { transactions } = (await call(ada, 'GET', '/api/drops/transactions?limit=1')).body;
    const { id, type, amount, balance_after, description, created_at } = body.transaction;
    expect(transactions).toEqual([{ id, type, amount, balance_after, description, pack: null, created_at }]);
    expect(await auditEventsOn(ada.id)).toEqual([
      {
        actor_id: root.id,
        action: 'wallet.adjust',
        subject_type: 'profile',
        details: { delta: 25, transaction_id: id },
      },
    ]);
  });

  test('debits the last drop', async () => {
    const ada = await person();
    expect((await adjust(root, ada.id, { delta: -50, reason: 'A mistake' })).body.transaction.balance_after).toBe(0);
    expect(await balanceOf(ada)).toBe(0);
  });

  test('adjusts twice without and once with the same Idempotency-Key', async () => {
    const ada = await person();
    const gift = { delta: 5, reason: 'Thank you' };
    await adjust(root, ada.id, gift);
    const first = await adjust(root, ada.id, gift, { 'idempotency-key': ada.id });
    const again = await adjust(root, ada.id, gift, { 'idempotency-key': ada.id });
    expect(again.body).toEqual(first.body);
    expect(await balanceOf(ada)).toBe(60);
  });

  test('adjusts the balance of an inactive user', async () => {
    const ada = await person();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await adjust(root, ada.id.toUpperCase(), { delta: -5, reason: 'A mistake' })).status).toBe(201);
  });

  test('returns 400 for a balance that is too low and records nothing', async () => {
    const ada = await person();
    const { status, body } = await adjust(root, ada.id, { delta: -51, reason: 'A mistake' });
    expect([status, body.code]).toEqual([400, 'wallet.balance-too-low']);
    expect([await balanceOf(ada), await auditEventsOn(ada.id)]).toEqual([50, []]);
  });

  test('returns 400 for a balance that is too high', async () => {
    const ada = await person();
    const posting = { userId: ada.id, type: 'refund', amount: 2_147_483_000, description: 'A fortune' } as const;
    await deps.db.transaction().execute((tx) => postToLedger(deps, tx, { ...posting, transactionKey: randomUUID() }));
    const { status, body } = await adjust(root, ada.id, { delta: 1_000_000, reason: 'More' });
    expect([status, body.code]).toEqual([400, 'wallet.balance-too-high']);
    expect(await balanceOf(ada)).toBe(2_147_483_050);
  });

  test.each([0, -0, 0.5, 1e21, 2_147_483_648, 1_000_001, -1_000_001, '5', true, null, [5], {}])(
    'returns 400 for a delta of %j',
    async (delta) => {
      const ada = await person();
      const { status, body } = await adjust(root, ada.id, { delta, reason: 'Because' });
      expect([status, body.code]).toEqual([400, 'request.invalid']);
      expect(await balanceOf(ada)).toBe(50);
    },
  );

  test.each(['', 'x'.repeat(1_001), 5, null])('400 for a reason such as %j', async (reason) => {
    expect((await adjust(root, (await person()).id, { delta: 5, reason })).status).toBe(400);
  });

  test('returns 400 without reason, delta or body, and for an id that is not a UUID', async () => {
    const { id } = await person();
    for (const body of [{ delta: 5 }, { reason: 'Because' }, undefined]) {
      expect((await adjust(root, id, body)).status).toBe(400);
    }
    expect((await adjust(root, 'abc', { delta: 5, reason: 'Because' })).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await adjust(null, randomUUID(), { delta: 5, reason: 'Because' })).status).toBe(401);
  });

  test('returns 403 for a member, also for their own id', async () => {
    const ada = await person();
    for (const id of [ada.id, root.id, randomUUID(), 'abc']) {
      const { status, body } = await adjust(ada, id, { delta: 5, reason: 'Because' });
      expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    }
    expect(await balanceOf(ada)).toBe(50);
  });

  test('returns 404 for an unknown user', async () => {
    const id = randomUUID();
    expect((await adjust(root, id, { delta: 5, reason: 'Because' })).body.code).toBe('wallet.user-not-found');
    expect(await auditEventsOn(id)).toEqual([]);
  });
});

describe('POST /api/admin/drops/transactions/:id/refund', () => {
  test('refunds the price and records an audit event', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    const { status, body } = await refund(root, id);
    expect(status).toBe(201);
    expect(body.transaction).toMatchObject({
      user_id: ada.id,
      type: 'refund',
      amount: 30,
      balance_after: 50,
      description: 'Refund: A pack of tones',
      source: `refund:${id}`,
    });
    expect(await balanceOf(ada)).toBe(50);
    const details = { purchase_id: id, transaction_id: body.transaction.id };
    expect(await auditEventsOn(ada.id)).toEqual([
      { actor_id: root.id, action: 'wallet.refund', subject_type: 'profile', details },
    ]);
  });

  test('notifies the user of refunds and credits, not of debits', async () => {
    const ada = await person();
    const { body } = await refund(root, await bought(ada, 30));
    for (const delta of [1, -1]) await adjust(root, ada.id, { delta, reason: 'A reason' });
    const { notifications } = (await call(ada, 'GET', '/api/notifications')).body;
    const { id } = body.transaction;
    expect(notifications).toHaveLength(2);
    expect(notifications).toContainEqual(
      expect.objectContaining({
        kind: 'drops_awarded',
        title: 'You received 30 drops',
        data: { transaction_id: id, amount: 30, type: 'refund' },
        target: { type: 'transaction', id },
        actor: null,
      }),
    );
    expect(notifications).toContainEqual(expect.objectContaining({ title: 'You received 1 drop' }));
  });

  test('truncates the description of a refund', async () => {
    const id = await bought(await person(), 1, 'x'.repeat(1_000));
    expect((await refund(root, id)).body.transaction.description).toBe(`Refund: ${'x'.repeat(992)}`);
  });

  test('returns 400 for a second refund', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    await refund(root, id);
    const { status, body } = await refund(root, id.toUpperCase());
    expect([status, body.code]).toEqual([400, 'wallet.already-refunded']);
    expect([await balanceOf(ada), (await auditEventsOn(ada.id)).length]).toEqual([50, 1]);
  });

  test('one of 30 concurrent refunds on two nodes succeeds', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    const url = `/api/admin/drops/transactions/${id}/refund`;
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? app : otherNode).call(root, 'POST', url)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === 'wallet.already-refunded')).toHaveLength(29);
    expect([await balanceOf(ada), (await auditEventsOn(ada.id)).length]).toEqual([50, 1]);
  });

  test('returns 400 for other transactions than purchases', async () => {
    const ada = await person();
    await adjust(root, ada.id, { delta: -5, reason: 'A mistake' });
    const { transactions } = (await call(ada, 'GET', '/api/drops/transactions')).body;
    for (const { id } of transactions) expect((await refund(root, id)).body.code).toBe('wallet.not-a-purchase');
    expect(await balanceOf(ada)).toBe(45);
  });

  test('returns 400 if the buyer was deleted', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    const { status, body } = await refund(root, id);
    expect([status, body.code]).toEqual([400, 'wallet.buyer-gone']);
  });

  test('returns 400 if the balance would exceed its maximum', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    const posting = { userId: ada.id, type: 'refund', amount: 2_147_483_620, description: 'A fortune' } as const;
    await deps.db.transaction().execute((tx) => postToLedger(deps, tx, { ...posting, transactionKey: randomUUID() }));
    expect((await refund(root, id)).body.code).toBe('wallet.balance-too-high');
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await refund(root, 'abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await refund(null, randomUUID())).status).toBe(401);
  });

  test('returns 403 for members, including the buyer', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    expect((await refund(ada, id)).body.code).toBe('auth.not-super-admin');
    expect(await balanceOf(ada)).toBe(20);
  });

  test('returns 404 for an unknown transaction', async () => {
    expect((await refund(root, randomUUID())).body.code).toBe('wallet.transaction-not-found');
  });
});

describe('GET /api/admin/users/:id/drops', () => {
  test('lists credits and debits, newest first, and records an audit event', async () => {
    const ada = await person();
    clock.advance(1_000);
    const id = await bought(ada, 30);
    const { status, body } = await ledgerOf(root, ada.id);
    expect(status).toBe(200);
    expect(body.transactions).toMatchObject([
      { id, user_id: ada.id, type: 'purchase', delta: -30, reason: 'A pack of tones', balance_after: 20 },
      { user_id: ada.id, type: 'signup_bonus', delta: 50, source: `signup_bonus:${ada.id}` },
    ]);
    expect(await auditEventsOn(ada.id)).toMatchObject([{ actor_id: root.id, action: 'wallet.read' }]);
  });

  test('returns the next page', async () => {
    const ada = await person();
    for (const price of [1, 2, 3]) {
      clock.advance(1_000);
      await bought(ada, price);
    }
    const first = (await ledgerOf(root, ada.id, '?limit=3')).body;
    const second = (await ledgerOf(root, ada.id, `?limit=3&cursor=${first.next_cursor}`)).body;
    const deltas = [...first.transactions, ...second.transactions].map(({ delta }) => delta);
    expect([deltas, second.next_cursor]).toEqual([[-3, -2, -1, 50], null]);
  });

  test('returns 400 for an id that is not a UUID and for an invalid limit', async () => {
    expect((await ledgerOf(root, 'abc')).status).toBe(400);
    expect((await ledgerOf(root, root.id, '?limit=0')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await ledgerOf(null, randomUUID())).status).toBe(401);
  });

  test('returns 403 for a member, also for their own id', async () => {
    const ada = await person();
    expect((await ledgerOf(ada, ada.id)).body.code).toBe('auth.not-super-admin');
  });

  test('returns 404 for an unknown user', async () => {
    expect((await ledgerOf(root, randomUUID())).body.code).toBe('wallet.user-not-found');
  });
});
