import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';

const { call, person, ai, deps, clock, issuer } = await startTestApp({
  environment: { AI_CALLS_PER_DAY: '3', ...PATIENT_LOCKS },
});

const HAPPY = 'I am so happy and grateful today, everything is wonderful.';

const write = (author: Person, more = {}) =>
  call(author, 'POST', '/api/journal', { title: 'A day', content: HAPPY, ...more });
const analyse = (caller: Person, content = HAPPY) => call(caller, 'POST', '/api/ai/analyze-tone', { content });

describe('the daily budget of 3 calls', () => {
  test('rejects the fourth call of a day until midnight (UTC) and still creates entries', async () => {
    const ada = await person();
    for (let round = 0; round < 3; round += 1) expect((await analyse(ada)).status).toBe(200);

    const asked = ai.requests.length;
    const refused = await analyse(ada);
    expect(refused).toMatchObject({ status: 429, body: { code: 'ai.daily-budget-spent' } });
    expect(refused.headers['retry-after']).toBe(String(86_400 - (Math.floor(clock.now().getTime() / 1000) % 86_400)));

    const written = await write(ada);
    expect(written).toMatchObject({ status: 201, body: { entry: { mood: null } } });
    expect(ai.requests.length).toBe(asked);
    expect((await analyse(await person())).status).toBe(200);
  });

  test('is exact under 50 concurrent calls of all kinds', async () => {
    const ada = await person();
    const asked = ai.requests.length;
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, number) => (number % 2 === 0 ? analyse(ada) : write(ada))),
    );
    expect(responses.filter((_, number) => number % 2 === 1).map(({ status }) => status)).toEqual(Array(25).fill(201));
    const responded = responses.filter(({ status, body }) => status === 200 || body.entry?.mood === 'joyful');
    const refused = responses.filter(({ status, body }) => status === 429 || body.entry?.mood === null);
    expect([responded.length, refused.length]).toEqual([3, 47]);
    expect(ai.requests.length).toBe(asked + 3);
  });

  test('records no usage for a rejected text', async () => {
    const ada = await person();
    for (let round = 0; round < 5; round += 1) expect((await analyse(ada, ' \n')).status).toBe(400);
    expect((await analyse(ada)).status).toBe(200);
  });

  test('starts again on the next day (UTC)', async () => {
    const ada = await person();
    for (let round = 0; round < 4; round += 1) await analyse(ada);
    clock.advance(86_400_000);
    const nextDay = { ...ada, token: await issuer.sign(ada.id, clock.now(), { email: ada.email }) };
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) statuses.push((await analyse(nextDay)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('what calls cost', () => {
  afterEach(() => ai.behave({ mode: 'normal' }));

  test('is recorded once for each successful call', async () => {
    const ada = await person();
    await write(ada);
    await analyse(ada);
    await write(ada, { mood: 'calm' });
    ai.behave({ mode: 'refuse-with', status: 500 });
    await write(ada);
    const usage = await usageOf(ada);
    expect(usage).toHaveLength(2);
    for (const row of usage) {
      expect(row).toMatchObject({ type: 'tone_analysis', model: 'gpt-4o-mini' });
      expect(row.input_tokens).toBeGreaterThan(0);
      expect(row.output_tokens).toBeGreaterThan(0);
      expect(Number(row.cost_usd)).toBeCloseTo((row.input_tokens * 0.15 + row.output_tokens * 0.6) / 1e6, 10);
    }
  });

  describe('if the image cannot be stored', () => {
    beforeAll(() => rename('token_usage', 'token_usage_elsewhere'));
    afterAll(() => rename('token_usage_elsewhere', 'token_usage'));

    test('still counts the call', async () => {
      const ada = await person();
      expect(await analyse(ada)).toMatchObject({ status: 200, body: { primaryTone: 'joyful' } });
      expect(await write(ada)).toMatchObject({ status: 201, body: { entry: { mood: 'joyful' } } });
    });
  });

  async function rename(from: string, to: string): Promise<void> {
    await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(deps.db);
  }
});

async function usageOf({ id }: Person) {
  return deps.db.selectFrom('token_usage').selectAll().where('user_id', '=', id).execute();
}
