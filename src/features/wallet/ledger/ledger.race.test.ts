import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Actor } from '#access/actor.ts';
import type { Deps } from '#app/deps.ts';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { untilLockWait } from '#test/lock-waits.ts';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { changeProfile } from '../../account/profile/profile.actions.ts';
import { changeUser } from '../../account/user-admin/user-admin.actions.ts';
import { adjustBalance } from '../adjustment/adjustment.actions.ts';
import { type Posting, type PostingOutcome, postToLedger } from '../index.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { deps, person, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];
afterAll(() => expectLedgerToBalance(deps.db));

const nodeOf = (index: number) => nodes[index % 2] ?? app;

const post = (posting: Posting, node = app.deps): Promise<PostingOutcome> =>
  node.db.transaction().execute((tx) => postToLedger(node, tx, posting));

/** Hundreds at once can wait for longer than a node lets them: as their clients would, they ask again. */
async function untilServed<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && BUSY.includes(String(error.code)))) throw error;
    }
  }
}
/** No connection was free in time, or no lock. A deadlock is something else. */
const BUSY = ['08001', '55P03'];

const postAtOnce = (postings: Posting[]) =>
  Promise.all(postings.map((posting, index) => untilServed(() => post(posting, nodeOf(index).deps))));

const purchase = (userId: string, price: number, transactionKey: string = randomUUID()): Posting => ({
  userId,
  type: 'purchase',
  amount: -price,
  transactionKey,
  description: 'A pack of tones',
});

const gift = (userId: string, amount: number, transactionKey: string = randomUUID()): Posting => ({
  ...purchase(userId, -amount, transactionKey),
  type: 'refund',
});

const balanceOf = async (userId: string) =>
  (await deps.db.selectFrom('profile').select('drops_balance').where('id', '=', userId).executeTakeFirstOrThrow())
    .drops_balance;

const countRows = async (userId: string) =>
  (await deps.db.selectFrom('drops_transaction').select('id').where('user_id', '=', userId).execute()).length;

const result = (names: string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]));

describe('200 concurrent debits on two nodes', () => {
  test.each([
    { funds: 50, price: 7, succeed: 7 },
    { funds: 1_000, price: 10, succeed: 100 },
    { funds: 199, price: 1, succeed: 199 },
    { funds: 50, price: 51, succeed: 0 },
  ])('with funds of $funds for $price each, $succeed succeed', async ({ funds, price, succeed }) => {
    const { id } = await person();
    if (funds > 50) await post(gift(id, funds - 50));
    const before = await countRows(id);
    const outcomes = await postAtOnce(Array.from({ length: 200 }, () => purchase(id, price)));
    expect(result(outcomes.map(({ outcome }) => outcome))).toEqual({
      ...(succeed > 0 && { posted: succeed }),
      'balance-too-low': 200 - succeed,
    });
    expect(await balanceOf(id)).toBe(funds - succeed * price);
    expect(await countRows(id)).toBe(before + succeed);
  });

  test('with credits among them, never make the balance negative and lose nothing', async () => {
    const { id } = await person();
    const postings = Array.from({ length: 200 }, (_, index) => (index % 4 === 0 ? gift(id, 5) : purchase(id, 9)));
    const outcomes = await postAtOnce(postings);
    const moved = outcomes.flatMap((posted) => ('transaction' in posted ? [posted.transaction.amount] : []));
    expect(moved.filter((amount) => amount > 0)).toHaveLength(50);
    expect(await balanceOf(id)).toBe(50 + moved.reduce((sum, amount) => sum + amount, 0));
  });

  test('by super admins over HTTP, as many succeed as the balance allows', async () => {
    const [root, { id }] = [await superAdmin(), await person()];
    const take = async (index: number): Promise<TestResponse> => {
      const url = `/api/admin/users/${id}/drops`;
      const response = await nodeOf(index).call(root, 'POST', url, { delta: -7, reason: 'A mistake' });
      return response.status === 503 ? take(index) : response;
    };
    const responses = await Promise.all(Array.from({ length: 200 }, (_, index) => take(index)));
    expect(result(responses.map(({ status, body }) => body.code ?? String(status)))).toEqual({
      '201': 7,
      'wallet.balance-too-low': 193,
    });
    expect(await balanceOf(id)).toBe(1);
    const audited = deps.db.selectFrom('audit_log').select('id').where('subject_id', '=', id);
    expect(await audited.where('action', '=', 'wallet.adjust').execute()).toHaveLength(7);
  });
});

describe('50 concurrent postings of one key on two nodes', () => {
  test.each([
    ['of a debit', (id: string, key: string) => purchase(id, 20, key), 30],
    ['of a debit that leaves nothing', (id: string, key: string) => purchase(id, 50, key), 0],
    ['of a credit', (id: string, key: string) => gift(id, 20, key), 70],
  ] as const)('%s changes the balance once', async (_, posting, balance) => {
    const { id } = await person();
    const key = randomUUID();
    const outcomes = await postAtOnce(Array.from({ length: 50 }, () => posting(id, key)));
    expect(result(outcomes.map(({ outcome }) => outcome))).toEqual({ posted: 1, 'already-posted': 49 });
    const ids = outcomes.map((posted) => 'transaction' in posted && posted.transaction.id);
    expect(new Set(ids).size).toBe(1);
    expect([await balanceOf(id), await countRows(id)]).toEqual([balance, 2]);
  });

  test('ten keys change the balance once each, among other debits', async () => {
    const { id } = await person();
    await post(gift(id, 950));
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const repeated = Array.from({ length: 20 }, () => keys.map((key) => purchase(id, 3, key))).flat();
    const outcomes = await postAtOnce([...repeated, ...Array.from({ length: 20 }, () => purchase(id, 2))]);
    expect(result(outcomes.map(({ outcome }) => outcome))).toEqual({ posted: 30, 'already-posted': 190 });
    expect(await balanceOf(id)).toBe(1_000 - 30 - 40);
  });
});

/** Posts and keeps the transaction open until `end` is called. */
async function postOpen(posting: Posting) {
  let end: (isKept: boolean) => void = () => undefined;
  const decision = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  let posted: () => void = () => undefined;
  const isPosted = new Promise<void>((resolve) => {
    posted = resolve;
  });
  const done = deps.db.transaction().execute(async (tx) => {
    await postToLedger(deps, tx, posting);
    posted();
    if (!(await decision)) throw new Error('Rolled back.');
  });
  done.catch(() => undefined);
  await isPosted;
  return { end, done };
}

describe('A debit that waits for another transaction', () => {
  test.each([
    { before: -30, price: 30, outcome: 'balance-too-low', balance: 20 },
    { before: -30, price: 20, outcome: 'posted', balance: 0 },
    { before: 100, price: 120, outcome: 'posted', balance: 30 },
    { before: 2_147_483_597, price: 50, outcome: 'posted', balance: 2_147_483_597 },
  ])('of $price from $before drops is $outcome', async ({ before, price, outcome, balance }) => {
    const { id } = await person();
    const first = await postOpen(before < 0 ? purchase(id, -before) : gift(id, before));
    const second = post(purchase(id, price), nodeOf(1).deps);
    await untilLockWait(deps.db, second);
    first.end(true);
    await first.done;
    expect([(await second).outcome, await balanceOf(id)]).toEqual([outcome, balance]);
  });

  test('ignores a transaction that rolls back', async () => {
    const { id } = await person();
    const first = await postOpen(gift(id, 100));
    const second = post(purchase(id, 120), nodeOf(1).deps);
    await untilLockWait(deps.db, second);
    first.end(false);
    await expect(first.done).rejects.toThrow('Rolled back.');
    expect([(await second).outcome, await balanceOf(id)]).toEqual(['balance-too-low', 50]);
  });
});

describe('A key of a concurrent transaction', () => {
  test('is found after its commit', async () => {
    const { id } = await person();
    const posting = purchase(id, 20);
    const first = await postOpen(posting);
    const second = post(posting, nodeOf(1).deps);
    await untilLockWait(deps.db, second);
    first.end(true);
    await first.done;
    expect((await second).outcome).toBe('already-posted');
    expect(await balanceOf(id)).toBe(30);
  });

  test('is inserted if the other transaction rolls back', async () => {
    const { id } = await person();
    const posting = purchase(id, 20);
    const first = await postOpen(posting);
    const second = post(posting, nodeOf(1).deps);
    await untilLockWait(deps.db, second);
    first.end(false);
    await expect(first.done).rejects.toThrow('Rolled back.');
    expect((await second).outcome).toBe('posted');
    expect(await balanceOf(id)).toBe(30);
  });

  test('of another user throws and changes nothing', async () => {
    const [ada, ben] = [await person(), await person()];
    const key = randomUUID();
    const first = await postOpen(purchase(ada.id, 20, key));
    const second = post(purchase(ben.id, 20, key), nodeOf(1).deps);
    await untilLockWait(deps.db, second);
    first.end(true);
    await first.done;
    await expect(second).rejects.toThrow('two different postings');
    expect([await balanceOf(ada.id), await balanceOf(ben.id)]).toEqual([30, 50]);
  });
});

test('concurrent spending, administration and profile changes do not deadlock', async () => {
  const asActor = (user: Person, isSuperAdmin: boolean): Actor => {
    const { id: userId } = user;
    return { userId, isSuperAdmin, impersonatorId: null };
  };
  const root = asActor(await superAdmin(), true);
  const people = [await person(), await person(), await person()].map((user) => asActor(user, false));
  const kinds = [
    (node: Deps, { userId }: Actor) => adjustBalance(node, root, userId, { delta: 3, reason: 'Thank you' }),
    (node: Deps, { userId }: Actor, index: number) => changeUser(node, root, userId, { is_active: index % 8 !== 1 }),
    (node: Deps, actor: Actor, index: number) => changeProfile(node, actor, null, { full_name: `Name ${index}` }),
    (node: Deps, { userId }: Actor) => post(purchase(userId, 1), node),
  ];
  await Promise.all(
    Array.from({ length: 240 }, async (_, index) => {
      const [actor, kind] = [people[index % people.length], kinds[index % kinds.length]];
      if (actor && kind) await untilServed<unknown>(() => kind(nodeOf(index).deps, actor, index));
    }),
  );
  const balances = await Promise.all(people.map(({ userId }) => balanceOf(userId)));
  expect(balances).toEqual([50 + 20 * 3 - 20, 50 + 20 * 3 - 20, 50 + 20 * 3 - 20]);
});
