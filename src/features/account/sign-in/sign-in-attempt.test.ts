import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';

const { server, clock, deps } = await startTestApp({ builtInIdentity: true });

const PASSWORD = 'a long password';
const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';

async function send(path: string, payload: object, remoteAddress: string) {
  const { statusCode, headers, body } = await server.inject({ method: 'POST', url: path, payload, remoteAddress });
  return { status: statusCode, retryAfter: headers['retry-after'], code: JSON.parse(body).code as string | undefined };
}

async function signUp(email: string): Promise<void> {
  expect((await send('/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD }, HOME)).status).toBe(200);
}

const signIn = (email: string, password = PASSWORD, from = HOME, path = '/auth/sign-in/email') =>
  send(path, { email, password }, from);

/** Tries wrong passwords one after the other, and returns the statuses. */
async function guess(email: string, count: number, from = ELSEWHERE): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    statuses.push((await signIn(email, `wrong password ${index}`, from)).status);
  }
  return statuses;
}

describe('POST /auth/sign-in/email, with wrong passwords', () => {
  test('returns 429 after five, for a time that doubles up to 15 minutes, from whatever address they come', async () => {
    await signUp('ada@people.test');
    expect(await guess('ada@people.test', 5)).toEqual(Array(5).fill(401));
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const refused = await signIn('ADA@people.test', PASSWORD, `203.0.113.${round}`);
      expect([refused.status, refused.code]).toEqual([429, 'sign-in.slowed-down']);
      const pause = Number(refused.retryAfter);
      pauses.push(pause);
      clock.advance(pause * 1_000 - 1);
      expect((await signIn('ada@people.test')).status).toBe(429);
      clock.advance(1);
      expect((await signIn('ada@people.test', 'wrong again', ELSEWHERE)).status).toBe(401);
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  test('treats an unknown email address alike', async () => {
    expect(await guess('unknown@people.test', 7)).toEqual([...Array(5).fill(401), 429, 429]);
  });

  test('admits five concurrent attempts', async () => {
    await signUp('race@people.test');
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn('race@people.test', `guess ${index}`, `203.0.113.${index}`)),
    );
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(401), ...Array(25).fill(429)]);
  });

  test('lets the owner in where they have signed in before, whatever others guess meanwhile', async () => {
    await signUp('ben@people.test');
    expect((await signIn('ben@people.test', PASSWORD, HOME)).status).toBe(200);
    expect(await guess('ben@people.test', 7)).toEqual([...Array(5).fill(401), 429, 429]);
    expect((await signIn('ben@people.test', PASSWORD, HOME)).status).toBe(200);
    expect((await signIn('ben@people.test', PASSWORD, ELSEWHERE)).status).toBe(429);
    // An attacker there is slowed down as well.
    expect(await guess('ben@people.test', 7, HOME)).toEqual([...Array(5).fill(401), 429, 429]);
  });

  test('begins to count anew with a right one', async () => {
    await signUp('cleo@people.test');
    expect(await guess('cleo@people.test', 4)).toEqual(Array(4).fill(401));
    expect((await signIn('cleo@people.test', PASSWORD, ELSEWHERE)).status).toBe(200);
    expect(await guess('cleo@people.test', 5)).toEqual(Array(5).fill(401));
    expect((await signIn('cleo@people.test', PASSWORD, ELSEWHERE)).status).toBe(429);
  });

  test('begins to count anew after a day in peace', async () => {
    await signUp('dora@people.test');
    await guess('dora@people.test', 6);
    clock.advance(25 * 60 * 60 * 1_000);
    expect(await guess('dora@people.test', 6)).toEqual([...Array(5).fill(401), 429]);
  });

  test('slows down a network that guesses at many accounts, and no other', async () => {
    const [network, ...others] = ['192.0.2.77', '192.0.2.78'];
    await signUp('known@people.test');
    expect((await signIn('known@people.test', PASSWORD, network)).status).toBe(200);
    const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
    await deps.db
      .updateTable('sign_in_attempt')
      .set({ failures: 98 })
      .where('account_digest', '=', digest(`sign-in from ${network}`))
      .execute();
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await signIn(`guess-${index}@people.test`, 'wrong password', network)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await signIn('guess-0@people.test', 'wrong password', others[0])).status).toBe(401);
    // Those who have signed in from there before are let in.
    expect((await signIn('known@people.test', PASSWORD, network)).status).toBe(200);
    clock.advance(30_000);
    expect((await signIn('guess-9@people.test', 'wrong password', network)).status).toBe(401);
  });

  test('keeps no address, and forgets what is over', async () => {
    const rows = () => deps.db.selectFrom('sign_in_attempt').selectAll().execute();
    await guess('fay@people.test', 1);
    expect(JSON.stringify(await rows())).not.toMatch(/users|192\.0\.2|198\.51/);
    clock.advance(100 * 24 * 60 * 60 * 1_000);
    for (let round = 0; round < 20 && (await rows()).length > 2; round += 1) await guess('gus@people.test', 1);
    // That of the account, and that of the network.
    expect(await rows()).toHaveLength(2);
  });
});
