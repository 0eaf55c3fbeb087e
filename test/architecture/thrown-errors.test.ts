import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findUndeclaredErrors } from '../../scripts/thrown-errors.ts';

const GOAL = 'src/features/goal/';
const TONE = 'src/features/tone/';

/** A small program whose errors are declared by none, one or all of its routes. */
const SAMPLE: Record<string, string> = {
  [`${GOAL}goal.schema.ts`]: `export const goalErrors = declareErrors({
    notFound: { status: 404, code: 'goal.not-found', message: 'No.' },
    tooMany: { status: 400, code: 'goal.too-many', message: 'No.' },
    unused: { status: 400, code: 'goal.unused', message: 'No.' },
  });`,
  [`${GOAL}goal.actions.ts`]: `
    import { goalErrors } from './goal.schema.ts';
    import { checkTone } from '#features/tone';
    export async function createGoal() { checkTone(); checkAmount(); }
    function checkAmount() { throw goalErrors.tooMany(); }
    export const readGoal = () => { throw goalErrors.notFound(); };
    export function runJob() { throw goalErrors.unused(); }`,
  [`${GOAL}goal.routes.ts`]: `
    import { createGoal, readGoal } from './goal.actions.ts';
    const errors = ['goal.not-found'];
    export const routes = (scope) => { scope.post('/', { errors }, () => createGoal()); scope.get('/', { errors }, readGoal); };`,
  [`${TONE}index.ts`]: `export { checkTone } from './tone.actions.ts';`,
  [`${TONE}tone.actions.ts`]: `
    const toneErrors = declareErrors({ unknown: { status: 400, code: 'tone.unknown', message: 'No.' } });
    const textErrors = declareErrors({ unknown: { status: 400, code: 'text.unknown', message: 'No.' } });
    const ERRORS = { tone: toneErrors, text: textErrors };
    export function checkTone(kind) { throw ERRORS[kind].unknown({ details: [] }); }`,
};

test('an error that an action throws and no route of it declares is found, through doors and helpers', async () => {
  const root = await mkdtemp(join(tmpdir(), 'meadow-errors-'));
  try {
    for (const [path, source] of Object.entries(SAMPLE)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), source);
    }
    const routes = [`${GOAL}goal.routes.ts`];
    expect(await findUndeclaredErrors(root)).toEqual([
      { code: 'goal.too-many', thrownBy: `${GOAL}goal.actions.ts#checkAmount`, routes },
      { code: 'tone.unknown', thrownBy: `${TONE}tone.actions.ts#checkTone`, routes },
      { code: 'text.unknown', thrownBy: `${TONE}tone.actions.ts#checkTone`, routes },
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
