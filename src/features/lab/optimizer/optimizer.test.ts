import { describe, expect, test } from 'vitest';
import { double } from '#platform/workers/test-work.ts';
import { createWorkers } from '#platform/workers/workers.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createRankings } from './optimizer.actions.ts';
import { rankCombinations } from './optimizer.rules.ts';

const { call, person } = await startTestApp();
const ada = await person();

const optimize = (caller: Person | null, body: unknown) => call(caller, 'POST', '/api/lab/optimize', body);

const NAMES = ['resonance', 'coil', 'impedance', 'electrolysis', 'pulsed_dc', 'plasma'] as const;

describe('POST /api/lab/optimize', () => {
  test.each(NAMES)('returns the ten best combinations of %s by default', async (calculator) => {
    const { status, body } = await optimize(ada, { calculator });
    const { objective, evaluated, results } = rankCombinations({ calculator });
    expect(status).toBe(200);
    expect(body).toEqual({ calculator, objective, evaluated, results: results.slice(0, 10) });
  });

  test.each([1, 11, 100])('returns the %s best', async (top_n) => {
    const { body } = await optimize(ada, { calculator: 'plasma', top_n });
    expect(body.results).toEqual(rankCombinations({ calculator: 'plasma' }).results.slice(0, top_n));
  });

  test('returns the same to 20 concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => optimize(ada, { calculator: 'coil' })));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });

  test('returns outputs with label, value and unit, as a golden spec takes them', async () => {
    const { body } = await optimize(ada, { calculator: 'resonance', top_n: 1 });
    expect(body.results[0].outputs[0]).toEqual({ label: 'Q factor', value: body.results[0].score, unit: '' });
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'Resonance',
    'pulsed-dc',
    '',
    ' ',
    1,
    null,
    [],
    {},
  ])('returns 400 for the calculator %j', async (calculator) => {
    expect((await optimize(ada, { calculator })).status).toBe(400);
  });

  test.each([0, -1, 101, 1e9, 1.5, '10', 'Infinity', null, true, [], {}])(
    'returns 400 for the top_n %j',
    async (top_n) => {
      expect((await optimize(ada, { calculator: 'coil', top_n })).status).toBe(400);
    },
  );

  test.each(['{"calculator": "coil", "top_n": 1e999}', '{"calculator": "coil", "__proto__": {"top_n": 1}}', '[]', ''])(
    'returns 400 for the body %s',
    async (text) => {
      const response = await call(ada, 'POST', '/api/lab/optimize', text, { 'content-type': 'application/json' });
      expect(response.status).toBe(400);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await optimize(null, { calculator: 'coil' })).status).toBe(401);
  });
});

describe('Rankings', () => {
  test('are computed once for concurrent requests', async () => {
    // A second thread would have to wait, and there is no room for that.
    const workers = createWorkers({ concurrency: 1, maxQueue: 0 });
    const rankings = createRankings(workers);
    const found = await Promise.all(Array.from({ length: 20 }, () => rankings('plasma')));
    expect(new Set(found).size).toBe(1);
    await workers.close();
    expect(await rankings('plasma')).toBe(found[0]);
  });

  test('of different calculators take one thread at a time', async () => {
    const workers = createWorkers({ concurrency: 1, maxQueue: 0 });
    const rankings = createRankings(workers);
    const found = await Promise.all([rankings('coil'), rankings('plasma')]);
    expect(found).toEqual([rankCombinations({ calculator: 'coil' }), rankCombinations({ calculator: 'plasma' })]);
    await workers.close();
  });

  test('are asked for again where there was no thread for them', async () => {
    const workers = createWorkers({ concurrency: 1, maxQueue: 0 });
    const rankings = createRankings(workers);
    const file = new URL('../../../platform/workers/test-work.ts', import.meta.url);
    const taken = workers.run(double, file, { numbers: [1] });
    await expect(rankings('coil')).rejects.toMatchObject({ status: 503, code: 'server.queue-full' });
    await taken;
    expect((await rankings('coil')).results).toHaveLength(100);
    await workers.close();
  });
});
