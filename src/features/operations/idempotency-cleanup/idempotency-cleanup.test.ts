import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';

const { call, clock, deps, issuer, person } = await startTestApp({
  environment: { CRON_SECRET: 'a-secret-of-the-spring' },
});

const DAY_MS = 24 * 60 * 60 * 1000;

const runJob = (secret: string) =>
  call(null, 'POST', '/api/cron/forget-answers', undefined, { 'x-cron-secret': secret });
const keys = async () =>
  (await deps.db.selectFrom('idempotency_key').select('key').orderBy('key').execute()).map(({ key }) => key);

describe('POST /api/cron/forget-answers', () => {
  test('deletes keys that are older than a day, of all users', async () => {
    const [ada, ben] = [await person(), await person()];
    const write = async ({ id, email }: Person, key: string) => {
      const author = { id, email, token: await issuer.sign(id, clock.now(), { email }) };
      const { status } = await call(author, 'POST', '/api/goals', { title: 'Run' }, { 'idempotency-key': key });
      expect(status).toBe(201);
    };
    await write(ada, 'old-of-ada');
    await write(ben, 'old-of-ben');
    clock.advance(DAY_MS / 2);
    await write(ben, 'new-of-ben');
    clock.advance(DAY_MS / 2);
    expect((await runJob('a-secret-of-the-spring')).body.results).toEqual({ forgotten: 0 });
    clock.advance(1);
    const { status, body } = await runJob('a-secret-of-the-spring');
    expect([status, body]).toEqual([
      200,
      { success: true, message: '2 stored responses were deleted.', results: { forgotten: 2 } },
    ]);
    expect(await keys()).toEqual(['new-of-ben']);
  });

  test('deletes more than one batch', async () => {
    const { id } = await person();
    const claimedAt = new Date(clock.now().getTime() - 2 * DAY_MS);
    const many = Array.from({ length: 2_500 }, (_, index) => ({
      user_id: id,
      key: `k${index}`,
      request_digest: 'd',
      claimed_at: claimedAt,
    }));
    await deps.db.insertInto('idempotency_key').values(many).execute();
    expect((await runJob('a-secret-of-the-spring')).body.results).toEqual({ forgotten: 2_500 });
  });

  test('returns 401 with another secret', async () => {
    expect((await runJob('winter')).status).toBe(401);
  });
});
