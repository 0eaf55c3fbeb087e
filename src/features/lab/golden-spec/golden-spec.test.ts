import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { rankCombinations } from '../optimizer/optimizer.rules.ts';
import { labOf, measured, PREDICTED } from '../test-lab.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const {
  createTemplate,
  createPublicTemplate,
  getTemplate,
  changeTemplate,
  copyTemplate,
  replicateTemplate,
  listReplications,
  listAuditEvents,
  findRow,
} = labOf(app);

const [ada, root] = [await person(), await superAdmin()];

const set = (caller: Person | null, { id }: { id: string }, body: unknown) =>
  call(caller, 'POST', `/api/lab/templates/${id}/golden-spec`, body);

const SPEC = {
  calculator: 'coil',
  optimal_inputs: { turns: 100, diameter_cm: 5.08, pitch_mm: 1.016 },
  calculator_outputs: { outputs: [{ label: 'Self-resonant frequency', value: 7.0177e6, unit: 'Hz' }] },
};
const { calculator_outputs, ...CALCULATED } = SPEC;

const output = { label: 'Q', value: 1, unit: '' };

describe('POST /api/lab/templates/:id/golden-spec', () => {
  test('stores the result of a calculator as the prediction', async () => {
    const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
    clock.advance(1_000);
    const { status, body } = await set(root, template, SPEC);
    const predicted_values = { ...CALCULATED, ...calculator_outputs };
    expect([status, body.template]).toEqual([
      200,
      { ...template, predicted_values, updated_at: clock.now().toISOString() },
    ]);
    expect((await getTemplate(ada, template)).body).toEqual(body);
    expect(await listAuditEvents(template)).toEqual([
      {
        actor_id: root.id,
        action: 'lab.set-golden-spec',
        subject_type: 'lab_template',
        details: { calculator: 'coil' },
      },
    ]);
  });

  test.each(['resonance', 'coil', 'impedance', 'electrolysis', 'pulsed_dc', 'plasma'] as const)(
    'accepts the best result of the optimizer for %s unchanged',
    async (calculator) => {
      const template = await createTemplate(ada);
      const [best] = rankCombinations({ calculator }).results;
      const { inputs: optimal_inputs, outputs } = best ?? {};
      const { status, body } = await set(root, template, {
        calculator,
        optimal_inputs,
        calculator_outputs: { outputs },
      });
      expect([status, body.template.predicted_values]).toEqual([200, { calculator, optimal_inputs, outputs }]);
    },
  );

  test('accepts any usual name of an input', async () => {
    const template = await createTemplate(ada);
    const names = [
      'pitch mm',
      'µ',
      'wire-gauge',
      '1st',
      '_x',
      'a.b',
      'Cp',
      '日本',
      '🧲'.repeat(64),
      'x'.repeat(64),
      'constructors',
      ' ',
      '"',
    ];
    const optimal_inputs = Object.fromEntries(names.map((name, index) => [name, index]));
    const { status, body } = await set(root, template, { ...SPEC, optimal_inputs });
    expect([status, body.template?.predicted_values.optimal_inputs]).toEqual([200, optimal_inputs]);
    expect((await getTemplate(ada, template)).body).toEqual(body);
  });

  test('compares the replications with the new prediction', async () => {
    const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
    const users = await Promise.all(Array.from({ length: 6 }, () => person()));
    for (const [index, caller] of users.entries()) {
      clock.advance(1);
      const inductance = { label: 'Inductance', value: index === 0 ? 900 : 200, unit: 'µH' };
      const also = index === 5 ? [] : [inductance];
      await replicateTemplate(caller, template, { outputs: [...measured(100).outputs, ...also] });
    }
    const countsFor = async (outputs: object[]) => {
      await set(root, template, { ...SPEC, calculator_outputs: { outputs } });
      const { replications: all, confirmations } = (await getTemplate(ada, template)).body.template;
      return { all, confirmations };
    };
    expect(await countsFor([{ label: 'Inductance', value: 205, unit: 'µH' }])).toEqual({ all: 5, confirmations: 4 });
    const listed = (await listReplications(ada, template)).body.replications;
    expect(listed.map(({ confirms }: { confirms: boolean | null }) => confirms)).toEqual([
      null,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(await countsFor([output])).toEqual({ all: 0, confirmations: 0 });
    expect(await countsFor(measured(101).outputs)).toEqual({ all: 6, confirmations: 6 });
  });

  test('stores no other key of the body', async () => {
    const template = await createTemplate(ada);
    const body = { ...SPEC, predicted_values: 1, calculator_outputs: { outputs: [{ ...output, extra: 1 }], more: 2 } };
    await set(root, template, body);
    expect((await findRow(template)).predicted_values).toEqual({ ...CALCULATED, outputs: [output] });
  });

  test('keeps the golden spec when the owner sends it back unchanged', async () => {
    const template = await createTemplate(ada);
    const { predicted_values } = (await set(root, template, SPEC)).body.template;
    const changed = (await changeTemplate(ada, template, { title: 'Golden', predicted_values })).body.template;
    expect([changed.title, changed.predicted_values]).toEqual(['Golden', predicted_values]);
  });

  test.each<[string, object]>([
    ['no calculator', { calculator: undefined }],
    ['an unknown calculator', { calculator: 'fusion' }],
    ['the calculator __proto__', { calculator: '__proto__' }],
    ['the calculator constructor', { calculator: 'constructor' }],
    ['no inputs', { optimal_inputs: undefined }],
    ['inputs as an array', { optimal_inputs: [1] }],
    ['an input as a string', { optimal_inputs: { turns: '10' } }],
    ['an input that is null', { optimal_inputs: { turns: null } }],
    ['a nested input', { optimal_inputs: { turns: { least: 1 } } }],
    ['an input that is too large', { optimal_inputs: { turns: 1e101 } }],
    ['an input that is too small', { optimal_inputs: { turns: 1e-101 } }],
    ['the input constructor', { optimal_inputs: JSON.parse('{"constructor": 1}') }],
    ['the input prototype', { optimal_inputs: { prototype: 1 } }],
    ['an input without a name', { optimal_inputs: { '': 1 } }],
    ['an input with a name of 65 characters', { optimal_inputs: { ['µ'.repeat(65)]: 1 } }],
    ['an input with a line break in its name', { optimal_inputs: { 'pitch\nmm': 1 } }],
    ['an input with a NUL in its name', { optimal_inputs: { 'a\u0000': 1 } }],
    ['an input with a lone surrogate in its name', { optimal_inputs: { 'a\ud800': 1 } }],
    ['33 inputs', { optimal_inputs: Object.fromEntries(Array.from({ length: 33 }, (_, one) => [`i${one}`, one])) }],
    ['no outputs', { calculator_outputs: { outputs: [] } }],
    ['outputs as an array', { calculator_outputs: [output] }],
    ['51 outputs', { calculator_outputs: { outputs: Array.from({ length: 51 }, () => output) } }],
    ['10,000 outputs', { calculator_outputs: { outputs: Array.from({ length: 10_000 }, () => output) } }],
    ['an output as a string', { calculator_outputs: { outputs: [{ ...output, value: 'NaN' }] } }],
    ['an output that is null', { calculator_outputs: { outputs: [{ ...output, value: null }] } }],
    ['an output that is too small', { calculator_outputs: { outputs: [{ ...output, value: 1e-323 }] } }],
    ['an output without a unit', { calculator_outputs: { outputs: [{ label: 'Q', value: 1 }] } }],
  ])('returns 400 for %s and changes nothing', async (_what, fields) => {
    await expectRejected(JSON.stringify({ ...SPEC, ...fields }));
  });

  test.each([
    ['NaN as an input', '{"turns": NaN}'],
    ['Infinity as an input', '{"turns": Infinity}'],
    ['1e999 as an input', '{"turns": 1e999}'],
    ['-1e999 as an input', '{"turns": -1e999}'],
    ['__proto__ as an input', '{"__proto__": 1}'],
    ['an object under __proto__', '{"turns": 1, "__proto__": {"isSuperAdmin": true}}'],
    ['a prototype of a constructor', '{"constructor": {"prototype": {"isSuperAdmin": true}}}'],
  ])('returns 400 for %s and changes nothing', async (_what, inputs) => {
    await expectRejected(JSON.stringify({ ...SPEC, optimal_inputs: 'INPUTS' }).replace('"INPUTS"', inputs));
  });

  test.each(['NaN', '1e999', '-1e999'])('returns 400 for an output of %s and changes nothing', async (value) => {
    const outputs = { outputs: [{ ...output, value: 'VALUE' }] };
    await expectRejected(JSON.stringify({ ...SPEC, calculator_outputs: outputs }).replace('"VALUE"', value));
  });

  test('returns 400 for an experiment that is not a template', async () => {
    const copy = (await copyTemplate(ada, await createTemplate(ada))).body.template;
    expect((await set(root, copy, SPEC)).body.code).toBe('lab.not-a-template');
    expect((await getTemplate(ada, copy)).body).toEqual({ template: copy });
  });

  test('returns 401 without a token, before reading the body', async () => {
    expect((await set(null, { id: 'coil' }, 5)).status).toBe(401);
  });

  test('returns 403 for the owner and other users, before checking body and id', async () => {
    const template = await createTemplate(ada);
    expect((await set(ada, template, SPEC)).body.code).toBe('auth.not-super-admin');
    expect((await set(ada, { id: 'coil' }, 5)).status).toBe(403);
    expect((await getTemplate(ada, template)).body).toEqual({ template });
  });

  test('returns 404 for an unknown id', async () => {
    expect((await set(root, { id: randomUUID() }, SPEC)).body.code).toBe('lab.template-not-found');
  });

  /** Expects 400, an unchanged template, no audit event and no polluted prototype. */
  async function expectRejected(text: string): Promise<void> {
    const template = await createTemplate(ada, { predicted_values: PREDICTED });
    const path = `/api/lab/templates/${template.id}/golden-spec`;
    const response = await call(root, 'POST', path, text, { 'content-type': 'application/json' });
    expect(response.status).toBe(400);
    expect((await getTemplate(ada, template)).body).toEqual({ template });
    expect(await listAuditEvents(template)).toEqual([]);
    expect('isSuperAdmin' in {}).toBe(false);
    expect(
      (await deps.db.selectFrom('lab_template').selectAll().where('id', '=', template.id).execute())[0],
    ).toMatchObject({ predicted_values: PREDICTED });
  }
});
