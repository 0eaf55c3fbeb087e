import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { expectLedgerToBalance } from '../../../test/ledger.ts';
import { startSecondNode } from '../../../test/second-node.ts';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { postToLedger } from './index.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const otherNode = await startSecondNode(app);
const root = await superAdmin();
afterAll(() => expectLedgerToBalance(deps.db));

const adjust = (actor: Person | null, id: string, body: unknown, headers = {}) =>
  call(actor, 'POST', `/api/admin/users/${id}/drops`, body, headers);

const refund = (actor: Person | null, id: string) => call(actor, 'POST', `/api/admin/drops/transactions/${id}/refund`);

const ledgerOf = (actor: Person | null, id: string, query = '') =>
  call(actor, 'GET', `/api/admin/users/${id}/drops${query}`);

const balanceOf = async (somebody: Person) => (await call(somebody, 'GET', '/api/drops/balance')).body.balance;

const auditEventsOn = (id: string) =>
  deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'subject_type', 'details'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

/** The id of the row of a purchase. */
async function bought(somebody: Person, price: number, description = 'A pack of tones'): Promise<string> {
  const posting = {
    userId: somebody.id,
    type: 'purchase',
    amount: -price,
    reasonKey: randomUUID(),
    description,
  } as const;
  const posted = await deps.db.transaction().execute((tx) => postToLedger(deps, tx, posting));
  return 'transaction' in posted ? posted.transaction.id : '';
}

describe('POST /api/admin/users/:id/drops', () => {
  test('201 gives drops, tells the person why, and is written down', async () => {
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
    expect(transactions).toEqual([{ id, type, amount, balance_after, description, created_at }]);
    expect(await auditEventsOn(ada.id)).toEqual([
      {
        actor_id: root.id,
        action: 'wallet.adjust',
        subject_type: 'profile',
        details: { delta: 25, transaction_id: id },
      },
    ]);
  });

  test('201 takes drops down to the last one', async () => {
    const ada = await person();
    expect((await adjust(root, ada.id, { delta: -50, reason: 'A mistake' })).body.transaction.balance_after).toBe(0);
    expect(await balanceOf(ada)).toBe(0);
  });

  test('201 twice is twice, and with the same Idempotency-Key once', async () => {
    const ada = await person();
    const gift = { delta: 5, reason: 'Thank you' };
    await adjust(root, ada.id, gift);
    const first = await adjust(root, ada.id, gift, { 'idempotency-key': ada.id });
    const again = await adjust(root, ada.id, gift, { 'idempotency-key': ada.id });
    expect(again.body).toEqual(first.body);
    expect(await balanceOf(ada)).toBe(60);
  });

  test('201 for somebody who is blocked', async () => {
    const ada = await person();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await adjust(root, ada.id.toUpperCase(), { delta: -5, reason: 'A mistake' })).status).toBe(201);
  });

  test('400 takes no more than there are, and nothing is written down', async () => {
    const ada = await person();
    const { status, body } = await adjust(root, ada.id, { delta: -51, reason: 'A mistake' });
    expect([status, body.code]).toEqual([400, 'wallet.balance-too-low']);
    expect([await balanceOf(ada), await auditEventsOn(ada.id)]).toEqual([50, []]);
  });

  test('400 gives no more than a balance holds', async () => {
    const ada = await person();
    const posting = { userId: ada.id, type: 'refund', amount: 2_147_483_000, description: 'A fortune' } as const;
    await deps.db.transaction().execute((tx) => postToLedger(deps, tx, { ...posting, reasonKey: randomUUID() }));
    const { status, body } = await adjust(root, ada.id, { delta: 1_000_000, reason: 'More' });
    expect([status, body.code]).toEqual([400, 'wallet.balance-too-high']);
    expect(await balanceOf(ada)).toBe(2_147_483_050);
  });

  test.each([0, -0, 0.5, 1e21, 2_147_483_648, 1_000_001, -1_000_001, '5', true, null, [5], {}])(
    '400 for a delta of %j',
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

  test('400 without a reason, without a delta, without a body, and for an id that is no UUID', async () => {
    const { id } = await person();
    for (const body of [{ delta: 5 }, { reason: 'Because' }, undefined]) {
      expect((await adjust(root, id, body)).status).toBe(400);
    }
    expect((await adjust(root, 'abc', { delta: 5, reason: 'Because' })).status).toBe(400);
  });

  test('401 for nobody in particular', async () => {
    expect((await adjust(null, randomUUID(), { delta: 5, reason: 'Because' })).status).toBe(401);
  });

  test('403 for everybody else, themselves included', async () => {
    const ada = await person();
    for (const id of [ada.id, root.id, randomUUID(), 'abc']) {
      const { status, body } = await adjust(ada, id, { delta: 5, reason: 'Because' });
      expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    }
    expect(await balanceOf(ada)).toBe(50);
  });

  test('404 for an id that nobody has', async () => {
    const id = randomUUID();
    expect((await adjust(root, id, { delta: 5, reason: 'Because' })).body.code).toBe('wallet.person-not-found');
    expect(await auditEventsOn(id)).toEqual([]);
  });
});

describe('POST /api/admin/drops/transactions/:id/refund', () => {
  test('201 gives back what a purchase cost, and is written down', async () => {
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

  test('201 describes a refund as far as there is room', async () => {
    const id = await bought(await person(), 1, 'x'.repeat(1_000));
    expect((await refund(root, id)).body.transaction.description).toBe(`Refund: ${'x'.repeat(992)}`);
  });

  test('400 gives nothing back twice', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    await refund(root, id);
    const { status, body } = await refund(root, id.toUpperCase());
    expect([status, body.code]).toEqual([400, 'wallet.already-refunded']);
    expect([await balanceOf(ada), (await auditEventsOn(ada.id)).length]).toEqual([50, 1]);
  });

  test('of 30 refunds at once on two nodes one gives back', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    const url = `/api/admin/drops/transactions/${id}/refund`;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? app : otherNode).call(root, 'POST', url)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'wallet.already-refunded')).toHaveLength(29);
    expect([await balanceOf(ada), (await auditEventsOn(ada.id)).length]).toEqual([50, 1]);
  });

  test('400 refunds nothing but purchases', async () => {
    const ada = await person();
    await adjust(root, ada.id, { delta: -5, reason: 'A mistake' });
    const { transactions } = (await call(ada, 'GET', '/api/drops/transactions')).body;
    for (const { id } of transactions) expect((await refund(root, id)).body.code).toBe('wallet.not-a-purchase');
    expect(await balanceOf(ada)).toBe(45);
  });

  test('400 where the buyer is gone', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    const { status, body } = await refund(root, id);
    expect([status, body.code]).toEqual([400, 'wallet.buyer-gone']);
  });

  test('400 where the balance cannot hold it', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    const posting = { userId: ada.id, type: 'refund', amount: 2_147_483_620, description: 'A fortune' } as const;
    await deps.db.transaction().execute((tx) => postToLedger(deps, tx, { ...posting, reasonKey: randomUUID() }));
    expect((await refund(root, id)).body.code).toBe('wallet.balance-too-high');
  });

  test('400 for an id that is no UUID', async () => {
    expect((await refund(root, 'abc')).status).toBe(400);
  });

  test('401 for nobody in particular', async () => {
    expect((await refund(null, randomUUID())).status).toBe(401);
  });

  test('403 for everybody else, the buyer included', async () => {
    const ada = await person();
    const id = await bought(ada, 30);
    expect((await refund(ada, id)).body.code).toBe('auth.not-super-admin');
    expect(await balanceOf(ada)).toBe(20);
  });

  test('404 for an id that no transaction has', async () => {
    expect((await refund(root, randomUUID())).body.code).toBe('wallet.transaction-not-found');
  });
});

describe('GET /api/admin/users/:id/drops', () => {
  test('200 lists what came in and went out, newest first, and is written down', async () => {
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

  test('200 goes on where the page before ended', async () => {
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

  test('400 for an id that is no UUID, and for a limit that is none', async () => {
    expect((await ledgerOf(root, 'abc')).status).toBe(400);
    expect((await ledgerOf(root, root.id, '?limit=0')).status).toBe(400);
  });

  test('401 for nobody in particular', async () => {
    expect((await ledgerOf(null, randomUUID())).status).toBe(401);
  });

  test('403 for everybody else, themselves included', async () => {
    const ada = await person();
    expect((await ledgerOf(ada, ada.id)).body.code).toBe('auth.not-super-admin');
  });

  test('404 for an id that nobody has', async () => {
    expect((await ledgerOf(root, randomUUID())).body.code).toBe('wallet.person-not-found');
  });
});
