import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp({ builtInIdentity: true });
const nodes = [app, await startSecondNode(app)];

test('the first users, who sign in at once on two nodes, get tokens of one key, which both nodes accept', async () => {
  const signIn = async ({ call }: (typeof nodes)[number]) => {
    const email = `${crypto.randomUUID()}@people.test`;
    const { body } = await call(null, 'POST', '/auth/sign-up/email', {
      name: 'Ada',
      email,
      password: 'a-long-password',
    });
    return { id: body.user.id as string, email, token: body.token as string, call };
  };
  const sessions = await Promise.all([...nodes, ...nodes, ...nodes].map(signIn));
  const read = async ({ call, ...session }: (typeof sessions)[number]) => {
    const { token } = (await call(session, 'GET', '/auth/token')).body;
    const reads = nodes.map((node) => node.call({ ...session, token }, 'GET', '/api/user/profile'));
    return (await Promise.all(reads)).map(({ status }) => status);
  };
  const statuses = await Promise.all(sessions.map(read));
  expect(statuses.flat()).toEqual(Array(12).fill(200));
  expect(await app.deps.db.selectFrom('identity_key').select('id').execute()).toHaveLength(1);
});
