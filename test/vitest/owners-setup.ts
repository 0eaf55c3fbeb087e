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

/** After a run of all tests, listed crossings that no test has seen fail the run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-crossings-'));
  const file = join(folder, 'seen.txt');
  await writeFile(file, '');
  project.provide('seenCrossings', file);
  return async () => {
    const seen = (await readFile(file, 'utf8')).split('\n');
    await rm(folder, { recursive: true });
    const unseen = (await isWholeRun(project)) ? findUnseen(seen) : [];
    if (unseen.length > 0) {
      // Vitest prints an error of a teardown, and exits with 0.
      process.exitCode = 1;
      throw new Error(
        `Nothing crosses owners there any more. Delete from test/owners/kept-crossings.ts:\n${unseen.join('\n')}`,
      );
    }
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
