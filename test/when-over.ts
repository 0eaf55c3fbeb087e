import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Calls `close` after the running test, or after the last one of the file while none runs. An `afterAll` within a test never runs. */
export function whenOver(close: () => unknown): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(async () => void (await close()));
  else onTestFinished(async () => void (await close()));
}
