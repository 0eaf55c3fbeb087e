import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createSyntheticProfiles } from '#features/account';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { promoteByEmail } from '../../account/authentication/promotion.actions.ts';
import { type Posting, type PostingOutcome, postToLedger } from '../index.ts';

const app = await startTestApp();
const { call, clock, deps, issuer, person, superAdmin } = app;
afterAll(() => expectLedgerToBalance(deps.db));

const post = (posting: Posting): Promise<PostingOutcome> =>
  deps.db.transaction().execute((tx) => postToLedger(deps, tx, posting));

const purchase = ({ id }: Person, price: number, transactionKey: string = randomUUID()): Posting => ({
  userId: id,
  type: 'purchase',
  amount: -price,
  transactionKey,
  description: 'A pack of tones',
});

const rowsOf = (userId: string) =>
  deps.db.selectFrom('drops_transaction').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();

const balanceOf = async (user: Person) => (await call(user, 'GET', '/api/drops/balance')).body.balance;

const list = (user: Person | null, query = '') => call(user, 'GET', `/api/drops/transactions${query}`);

describe('GET /api/drops/balance', () => {
  test('returns the balance', async () => {
    const ada = await person();
    expect((await call(ada, 'GET', '/api/drops/balance')).body).toEqual({ balance: 50 });
    await post(purchase(ada, 20));
    const { status, body } = await call(ada, 'GET', '/api/drops/balance');
    expect([status, body]).toEqual([200, { balance: 30 }]);
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile.drops_balance).toBe(30);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/drops/balance')).status).toBe(401);
  });
});

describe('GET /api/drops/transactions', () => {
  test('lists credits and debits, newest first', async () => {
    const ada = await person();
    clock.advance(1_000);
    await post(purchase(ada, 20));
    const { status, body } = await list(ada);
    expect(status).toBe(200);
    expect(body).toEqual({
      transactions: [
        {
          id: expect.any(String),
          type: 'purchase',
          amount: -20,
          balance_after: 30,
          description: 'A pack of tones',
          pack: null,
          created_at: clock.now().toISOString(),
        },
        {
          id: expect.any(String),
          type: 'signup_bonus',
          amount: 50,
          balance_after: 50,
          description: 'Signup bonus',
          pack: null,
          created_at: new Date(clock.now().getTime() - 1_000).toISOString(),
        },
      ],
      next_cursor: null,
    });
  });

  test('lists own transactions only', async () => {
    const [ada, ben] = [await person(), await person()];
    await post(purchase(ada, 20));
    expect((await list(ben)).body.transactions).toHaveLength(1);
  });

  test('pages through transactions of one instant', async () => {
    const ada = await person();
    for (let price = 1; price <= 6; price += 1) await post(purchase(ada, price));
    const amounts: number[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list(ada, cursor === null ? '?limit=3' : `?limit=3&cursor=${cursor}`);
      amounts.push(...body.transactions.map(({ amount }: { amount: number }) => amount));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(amounts.toSorted((one, other) => one - other)).toEqual([-6, -5, -4, -3, -2, -1, 50]);
  });

  test.each(['?limit=0', '?limit=501', '?limit=x', '?cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await list(await person(), query)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('reads a page by an index of a long ledger', async () => {
    const ada = await person();
    const page = deps.db.selectFrom('drops_transaction').selectAll().where('user_id', '=', ada.id);
    const ordered = page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(501);
    const plan = await deps.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_sort = off`.execute(tx);
      return sql<{ 'QUERY PLAN': string }>`explain ${ordered}`.execute(tx);
    });
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan using drops_transaction_user_id_created_at_idx');
    expect(text).not.toContain('Sort');
  });
});

describe('The signup bonus', () => {
  const bonusOf = async (userId: string) => (await rowsOf(userId)).map(({ type, amount }) => [type, amount]);

  test('is posted with the profile, once', async () => {
    const ada = await person();
    await call(ada, 'GET', '/api/user/profile');
    expect(await bonusOf(ada.id)).toEqual([['signup_bonus', 50]]);
  });

  test('is posted for a subject that is not a UUID', async () => {
    const token = await issuer.sign(`provider|${randomUUID()}`, clock.now(), {});
    const ada = { id: '', email: '', token };
    expect(await balanceOf(ada)).toBe(50);
    expect(await balanceOf(ada)).toBe(50);
  });

  test('is not posted if creating the profile fails, and is with the next attempt', async () => {
    const onUsersCreated = deps.onUsersCreated;
    const id = randomUUID();
    const ada = { id, email: '', token: await issuer.sign(id, clock.now(), {}) };
    deps.onUsersCreated = async (tx, userIds) => {
      await onUsersCreated(tx, userIds);
      throw new Error('The power is out.');
    };
    expect((await call(ada, 'GET', '/api/drops/balance')).status).toBe(500);
    deps.onUsersCreated = onUsersCreated;
    expect(await deps.db.selectFrom('profile').select('id').where('id', '=', id).execute()).toEqual([]);
    expect(await balanceOf(ada)).toBe(50);
  });

  test('is not posted for synthetic users', async () => {
    const id = randomUUID();
    const robot = { id, fullName: 'Robot', email: `${id}@synthetic.invalid` };
    await deps.db.transaction().execute((tx) => createSyntheticProfiles(tx, [robot], clock.now()));
    const { drops_balance } = await deps.db
      .selectFrom('profile')
      .select('drops_balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([drops_balance, await bonusOf(id)]).toEqual([0, []]);
  });

  test('is not posted again after deletion and sign-up', async () => {
    const ada = await person();
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    expect(await balanceOf(ada)).toBe(0);
    expect(await rowsOf(ada.id)).toEqual([]);
  });

  test('is not posted again by a promotion', async () => {
    const ada = await person();
    await promoteByEmail(deps, ada.email);
    expect(await balanceOf(ada)).toBe(50);
  });
});

describe('postToLedger', () => {
  test('changes the balance and inserts the row', async () => {
    const ada = await person();
    const posted = await post(purchase(ada, 20, `a key ${ada.id}`));
    expect(posted).toMatchObject({
      outcome: 'posted',
      transaction: { user_id: ada.id, type: 'purchase', amount: -20, balance_after: 30, reason_key: `a key ${ada.id}` },
    });
    expect(await balanceOf(ada)).toBe(30);
  });

  test('returns the earlier transaction of the key, even if the balance is too low now', async () => {
    const ada = await person();
    const first = await post(purchase(ada, 40, `a key ${ada.id}`));
    const second = await post(purchase(ada, 40, `a key ${ada.id}`));
    expect(second).toEqual({ ...first, outcome: 'already-posted' });
    expect(await balanceOf(ada)).toBe(10);
  });

  test('debits the last drop and rejects one more', async () => {
    const ada = await person();
    expect((await post(purchase(ada, 50))).outcome).toBe('posted');
    expect(await post(purchase(ada, 1))).toEqual({ outcome: 'balance-too-low' });
    expect(await balanceOf(ada)).toBe(0);
    expect(await rowsOf(ada.id)).toHaveLength(2);
  });

  test('does not store the key of a rejected posting', async () => {
    const ada = await person();
    const key = `a key ${ada.id}`;
    expect((await post(purchase(ada, 60, key))).outcome).toBe('balance-too-low');
    await post({ ...purchase(ada, -20), type: 'refund' });
    expect((await post(purchase(ada, 60, key))).outcome).toBe('posted');
  });

  test('credits up to the maximum balance and rejects one more', async () => {
    const ada = await person();
    const gift = (amount: number): Posting => ({ ...purchase(ada, -amount), type: 'refund' });
    expect((await post(gift(2_147_483_647 - 50))).outcome).toBe('posted');
    expect(await post(gift(1))).toEqual({ outcome: 'balance-too-high' });
    expect(await post(gift(2_147_483_647))).toEqual({ outcome: 'balance-too-high' });
    expect(await balanceOf(ada)).toBe(2_147_483_647);
  });

  test('posts nothing for an unknown user', async () => {
    expect(await post(purchase({ id: randomUUID(), email: '', token: '' }, 5))).toEqual({ outcome: 'user-not-found' });
  });

  test.each(['another user', 'another type'])('throws if the key belongs to %s and posts nothing', async (what) => {
    const [ada, ben] = [await person(), await person()];
    const key = `a key ${ada.id}`;
    await post(purchase(ada, 5, key));
    const other: Posting =
      what === 'another user' ? purchase(ben, 5, key) : { ...purchase(ada, -5, key), type: 'refund' };
    await expect(post(other)).rejects.toThrow('two different postings');
    expect([await balanceOf(ada), await balanceOf(ben)]).toEqual([45, 50]);
  });

  test('is rolled back with its transaction', async () => {
    const ada = await person();
    const failing = deps.db.transaction().execute(async (tx) => {
      await postToLedger(deps, tx, purchase(ada, 20));
      throw new Error('The rest failed.');
    });
    await expect(failing).rejects.toThrow('The rest failed.');
    expect(await balanceOf(ada)).toBe(50);
    expect(await rowsOf(ada.id)).toHaveLength(1);
  });
});

describe('The ledger in the database', () => {
  const ofAda = async () => {
    const ada = await person();
    await post(purchase(ada, 20));
    return ada;
  };
  const ADDED_TO = 'The drops ledger is append-only.';

  test.each([
    ['an amount', { amount: 1_000_000 }],
    ['a balance', { balance_after: 7 }],
    ['whose it is', { user_id: null }],
    ['what it is for', { reason_key: 'another' }],
    ['the time', { created_at: new Date(0) }],
  ])('rejects a change of %s', async (_, values) => {
    const ada = await ofAda();
    const before = await rowsOf(ada.id);
    const change = deps.db.updateTable('drops_transaction').set(values).where('user_id', '=', ada.id).execute();
    await expect(change).rejects.toThrow(ADDED_TO);
    expect(await rowsOf(ada.id)).toEqual(before);
  });

  test('rejects a change of the user', async () => {
    const [ada, ben] = [await ofAda(), await person()];
    const gone = deps.db.updateTable('drops_transaction').set({ user_id: ben.id }).where('user_id', '=', ada.id);
    await expect(gone.execute()).rejects.toThrow(ADDED_TO);
  });

  test('rejects delete and truncate', async () => {
    const ada = await ofAda();
    const deletion = deps.db.deleteFrom('drops_transaction').where('user_id', '=', ada.id).execute();
    await expect(deletion).rejects.toThrow(ADDED_TO);
    await expect(sql`truncate drops_transaction cascade`.execute(deps.db)).rejects.toThrow(ADDED_TO);
    expect(await rowsOf(ada.id)).toHaveLength(2);
  });

  test('keeps rows of a deleted user without the user id', async () => {
    const ada = await ofAda();
    const ids = (await rowsOf(ada.id)).map(({ id }) => id);
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    const kept = await deps.db.selectFrom('drops_transaction').selectAll().where('id', 'in', ids).execute();
    expect(kept.map(({ user_id, amount }) => [user_id, amount]).toSorted()).toEqual([
      [null, -20],
      [null, 50],
    ]);
    const claim = deps.db.updateTable('drops_transaction').set({ amount: 7 }).where('id', 'in', ids).execute();
    await expect(claim).rejects.toThrow(ADDED_TO);
  });

  test.each([
    ['a purchase that brings drops', 'purchase', 5],
    ['a bonus that takes some', 'signup_bonus', -5],
    ['a refund of nothing', 'refund', 0],
    ['an adjustment by nothing', 'admin_adjustment', 0],
    ['an unknown type', 'gift', 5],
  ])('rejects %s', async (_, type, amount) => {
    const ada = await person();
    const posting = { ...purchase(ada, 1), type, amount } as Posting;
    await expect(post(posting)).rejects.toThrow('violates check constraint');
    expect(await balanceOf(ada)).toBe(50);
  });

  test('rejects a negative balance', async () => {
    const ada = await superAdmin();
    const change = deps.db.updateTable('profile').set({ drops_balance: -1 }).where('id', '=', ada.id).execute();
    await expect(change).rejects.toThrow('profile_drops_balance_check');
  });
});
