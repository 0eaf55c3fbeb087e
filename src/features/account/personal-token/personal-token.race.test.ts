import { expect, test } from 'vitest';
import { createPersonalToken } from '../../../../test/personal-token.ts';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { byTier } from '../../../../test/tier.ts';
import { MAX_TOKENS } from './personal-token.schema.ts';

const app = await startTestApp();
const { call, deps, person } = app;

const ROUNDS = byTier(1, 10);
const create = (owner: Person) => call(owner, 'POST', '/api/user/tokens', { name: 'Script', scopes: ['goals'] });

async function countOf({ id }: Person): Promise<number> {
  return (await deps.db.selectFrom('personal_token').select('id').where('user_id', '=', id).execute()).length;
}

test('of concurrent creations, as many succeed as a user can have tokens', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await person();
    for (let index = 0; index < MAX_TOKENS - 3; index += 1) await createPersonalToken(app, ada, ['goals']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(ada)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, ...Array(7).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('token.too-many');
    expect(await countOf(ada)).toBe(MAX_TOKENS);
  }
});

test('of concurrent revocations of one token, one succeeds', async () => {
  const ada = await person();
  const { tokenId } = await createPersonalToken(app, ada, ['goals']);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call(ada, 'DELETE', `/api/user/tokens/${tokenId}`)),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(await countOf(ada)).toBe(0);
});
