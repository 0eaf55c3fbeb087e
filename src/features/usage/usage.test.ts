import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { smallestIdAt } from '#platform/ids.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { recordImageUsage, recordTextUsage, spendAiCall, spendImageCall } from './usage.actions.ts';

const { call, clock, deps, person, superAdmin, issuer } = await startTestApp({
  environment: { ...PATIENT_LOCKS, AI_CALLS_PER_DAY: '12' },
});

const NOTHING = { tokens: 0, cost_usd: '0.00000000' };
const NO_USAGE = {
  total_tokens: 0,
  total_cost_usd: '0.00000000',
  breakdown: { tone: NOTHING, images: NOTHING, packs: NOTHING, assistant: NOTHING },
};

const summary = (caller: Person | null, query = '') => call(caller, 'GET', `/api/token-usage/summary${query}`);

const rowsOf = ({ id }: Person) =>
  deps.db.selectFrom('token_usage').selectAll().where('user_id', '=', id).orderBy('cost_usd').execute();

const background = (user: Person, quality: 'standard' | 'hd', referenceId: string | null = null) =>
  recordImageUsage(deps, { userId: user.id, type: 'entry_background', model: 'painter', quality, referenceId });

/** The same person, with a token that is good now. */
async function again(user: Person): Promise<Person> {
  return { ...user, token: await issuer.sign(user.id, clock.now(), { email: user.email }) };
}

describe('GET /api/token-usage/summary', () => {
  test('returns zero without usage', async () => {
    expect(await summary(await person())).toMatchObject({ status: 200, body: NO_USAGE });
  });

  test('sums own usage by purpose exactly', async () => {
    const [ada, ben] = [await person(), await person()];
    const text = { userId: ada.id, model: 'small', referenceId: null };
    await recordTextUsage(deps, { ...text, type: 'tone_analysis', inputTokens: 3, outputTokens: 1 });
    await recordTextUsage(deps, { ...text, type: 'note_analysis', inputTokens: 10, outputTokens: 20 });
    await recordTextUsage(deps, { ...text, type: 'daily_drop', inputTokens: 1, outputTokens: 2 });
    await background(ada, 'standard');
    await background(ada, 'hd');
    const pack = { userId: ada.id, type: 'tone_pack_image' as const, model: 'painter', referenceId: randomUUID() };
    for (let image = 0; image < 3; image += 1) await recordImageUsage(deps, { ...pack, quality: 'standard' });
    const expected = {
      total_tokens: 37,
      total_cost_usd: '0.24001590',
      breakdown: {
        tone: { tokens: 4, cost_usd: '0.00000105' },
        images: { tokens: 0, cost_usd: '0.12000000' },
        packs: { tokens: 0, cost_usd: '0.12000000' },
        assistant: { tokens: 33, cost_usd: '0.00001485' },
      },
    };
    expect((await summary(ada)).body).toEqual(expected);
    expect((await summary(ben)).body).toEqual(NO_USAGE);
    const { body } = await call(await superAdmin(), 'GET', `/api/admin/users/${ada.id}`);
    expect(body.user.token_usage).toEqual(expected);
  });

  test('returns the requested month, by default the current one', async () => {
    const ada = await person();
    const costs: Record<string, string> = {
      '2027-01-31T23:59:59.999Z': '1',
      '2027-02-01T00:00:00.000Z': '20',
      '2027-02-28T23:59:59.999Z': '300',
      '2027-03-01T00:00:00.000Z': '4000',
    };
    for (const [instant, cost] of Object.entries(costs)) {
      await sql`insert into token_usage (id, user_id, type, model, cost_usd, created_at)
        values (${smallestIdAt(new Date(instant))}, ${ada.id}, 'tone_analysis', 'small', ${cost}, ${instant})`.execute(
        deps.db,
      );
    }
    clock.set(new Date('2027-03-31T23:59:59.999Z'));
    const costIn = async (query = '') => (await summary(await again(ada), query)).body.total_cost_usd;
    expect(await costIn()).toBe('4000.00000000');
    expect(await costIn('?year=2027&month=3')).toBe('4000.00000000');
    expect(await costIn('?year=2027&month=2')).toBe('320.00000000');
    expect(await costIn('?month=01&year=2027')).toBe('1.00000000');
    expect(await costIn('?year=2000&month=12')).toBe('0.00000000');
    expect(await costIn('?year=2999&month=12')).toBe('0.00000000');
  });

  test.each([
    'month=0&year=2026',
    'month=13&year=2026',
    'month=-1&year=2026',
    'month=1.5&year=2026',
    'month=May&year=2026',
    'month=&year=2026',
    'month=5&year=1999',
    'month=5&year=3000',
    'month=5&year=26',
    'month=5&year=2026&month=6',
  ])('returns 400 for %s', async (query) => {
    const { status, body } = await summary(await person(), `?${query}`);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
  });

  test.each(['year=2026', 'month=5'])('returns 400 for %s alone', async (query) => {
    const { status, body } = await summary(await person(), `?${query}`);
    expect([status, body.code]).toEqual([400, 'usage.month-incomplete']);
  });

  test('returns 401 without a token', async () => {
    expect((await summary(null)).status).toBe(401);
  });

  test('returns 403 for an inactive user', async () => {
    const ada = await person();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await summary(ada)).status).toBe(403);
  });
});

describe('a generated image', () => {
  test('is recorded with cost and purpose', async () => {
    const ada = await person();
    const entryId = randomUUID();
    await background(ada, 'standard', entryId);
    await background(ada, 'hd');
    const paid = { type: 'entry_background', model: 'painter', input_tokens: 0, output_tokens: 0 };
    expect(await rowsOf(ada)).toMatchObject([
      { ...paid, cost_usd: '0.04000000', reference_id: entryId, created_at: clock.now() },
      { ...paid, cost_usd: '0.08000000', reference_id: null },
    ]);
  });

  test('spends five or ten AI calls', async () => {
    const ada = await person();
    await spendImageCall(deps, ada.id, 'hd');
    await spendAiCall(deps, ada.id);
    await expect(spendImageCall(deps, ada.id, 'standard')).rejects.toMatchObject({ code: 'ai.daily-budget-spent' });
    await spendAiCall(deps, ada.id);
    await expect(spendAiCall(deps, ada.id)).rejects.toMatchObject({ code: 'ai.daily-budget-spent', status: 429 });
  });

  test('is rejected if it exceeds the allowance of a day', async () => {
    const ada = await person();
    const few = { ...deps, aiCallsPerDay: 4 };
    await expect(spendImageCall(few, ada.id, 'standard')).rejects.toMatchObject({ code: 'ai.daily-budget-spent' });
    await spendAiCall(few, ada.id);
  });

  test('never exceeds the allowance with concurrent requests', async () => {
    const ada = await person();
    const asked = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => spendImageCall(deps, ada.id, 'standard')),
      ...Array.from({ length: 10 }, () => spendImageCall(deps, ada.id, 'hd')),
      ...Array.from({ length: 40 }, () => spendAiCall(deps, ada.id)),
    ]);
    const had = asked.map(({ status }) => status === 'fulfilled');
    const count = (from: number, to: number) => had.slice(from, to).filter(Boolean).length;
    const calls = count(0, 10) * 5 + count(10, 20) * 10 + count(20, 60);
    expect(calls).toBe(12);
    const { rows } = await sql`select calls from ai_call_count where user_id = ${ada.id}`.execute(deps.db);
    expect(rows).toEqual([{ calls }]);
  });
});

describe('if usage cannot be stored', () => {
  afterEach(() => sql`alter table if exists token_usage_elsewhere rename to token_usage`.execute(deps.db));

  test('a call does not fail and is missing in the sum', async () => {
    const ada = await person();
    await sql`alter table token_usage rename to token_usage_elsewhere`.execute(deps.db);
    await background(ada, 'hd');
    await recordTextUsage(deps, {
      userId: ada.id,
      type: 'tone_analysis',
      referenceId: null,
      model: 'small',
      inputTokens: 1,
      outputTokens: 1,
    });
    await sql`alter table token_usage_elsewhere rename to token_usage`.execute(deps.db);
    expect(await rowsOf(ada)).toEqual([]);
    await background(ada, 'hd');
    expect(await rowsOf(ada)).toHaveLength(1);
  });
});
