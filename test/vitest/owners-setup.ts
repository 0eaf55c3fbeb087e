import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findUnseen } from '../owners/kept-crossings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file to which each test file adds the crossings that it has seen. */
    seenCrossings: string;
  }
}

/** After a run of all tests, names the listed crossings that no test has seen. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-crossings-'));
  const file = join(folder, 'seen.txt');
  await writeFile(file, '');
  project.provide('seenCrossings', file);
  return async () => {
    const seen = (await readFile(file, 'utf8')).split('\n');
    await rm(folder, { recursive: true });
    const unseen = (await isWholeRun(project)) ? findUnseen(seen) : [];
    if (unseen.length === 0) return;
    // A race may have been won by another statement this time.
    process.stderr.write(`This run saw no such crossing (test/owners/kept-crossings.ts):\n${unseen.join('\n')}\n`);
  };
}

/** Whether each test file of the project has passed. */
async function isWholeRun(project: TestProject): Promise<boolean> {
  const passed = new Set(
    project.vitest.state
      .getFiles()
      .filter(({ result }) => result?.state === 'pass')
      .map(({ filepath }) => filepath),
  );
  const { testFiles } = await project.globTestFiles();
  return testFiles.every((file) => passed.has(file));
}
