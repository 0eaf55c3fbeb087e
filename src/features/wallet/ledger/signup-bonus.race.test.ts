import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, startTestApp, type TestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { promoteByEmail } from '../../account/authentication/promotion.actions.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const appOfSignIn = await startTestApp({ builtInIdentity: true });
const [nodes, nodesOfSignIn] = [
  [app, await startSecondNode(app)],
  [appOfSignIn, await startSecondNode(appOfSignIn)],
];
afterAll(async () => {
  await expectLedgerToBalance(app.deps.db);
  await expectLedgerToBalance(appOfSignIn.deps.db);
});

type Nodes = Pick<TestApp, 'call'>[];

/** The balances returned to `count` first requests with this token, alternating between both nodes. */
async function firstRequests(on: Nodes, token: string, count = 50): Promise<number[]> {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      (on[index % 2] ?? app).call({ id: '', email: '', token }, 'GET', '/api/drops/balance'),
    ),
  );
  return responses.map(({ body }) => body.balance);
}

const bonusesOf = (of: TestApp, userIds: string[]) =>
  of.deps.db.selectFrom('drops_transaction').select(['type', 'amount']).where('user_id', 'in', userIds).execute();

const ROUNDS = Array.from({ length: byTier(1, 6) }, (_, round) => ({ round }));
const ONE_BONUS = [{ type: 'signup_bonus', amount: 50 }];

test.each(ROUNDS)('50 concurrent first requests on two nodes post one bonus (round $round)', async () => {
  const id = randomUUID();
  const balances = await firstRequests(nodes, await app.issuer.sign(id, app.clock.now(), {}));
  expect(new Set(balances)).toEqual(new Set([50]));
  expect(await bonusesOf(app, [id])).toEqual(ONE_BONUS);
});

test.each(ROUNDS)('also for a subject that is not a UUID (round $round)', async () => {
  const subject = `provider|${randomUUID()}`;
  const balances = await firstRequests(nodes, await app.issuer.sign(subject, app.clock.now(), {}));
  expect(new Set(balances)).toEqual(new Set([50]));
  const bound = app.deps.db.selectFrom('profile_subject').select('profile_id').where('subject', '=', subject);
  const { profile_id } = await bound.executeTakeFirstOrThrow();
  expect(await bonusesOf(app, [profile_id])).toEqual(ONE_BONUS);
});

test.each(ROUNDS)('also during a promotion after sign-up (round $round)', async () => {
  const { call, deps, clock } = appOfSignIn;
  const email = `${randomUUID()}@people.test`;
  const { body } = await call(null, 'POST', '/auth/sign-up/email', { name: 'Ada', email, password: 'a-long-password' });
  const session = { id: '', email: '', token: body.token };
  const { token } = (await call(session, 'GET', '/auth/token')).body;
  clock.advance(10);
  const [balances, ...promotions] = await Promise.all([
    firstRequests(nodesOfSignIn, token, 20),
    ...Array.from({ length: 10 }, () => promoteByEmail(deps, email)),
  ]);
  expect(new Set(balances)).toEqual(new Set([50]));
  expect(promotions.filter((result) => result === 'promoted')).toHaveLength(1);
  expect(await bonusesOf(appOfSignIn, [body.user.id])).toEqual(ONE_BONUS);
});
