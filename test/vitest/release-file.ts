import { afterAll, expect } from 'vitest';

type Worker = {
  evaluatedModules: {
    getModulesByFile(path: string): Iterable<object> | undefined;
    invalidateModule(module: object): void;
  };
};

const { evaluatedModules } = (globalThis as unknown as { __vitest_worker__: Worker }).__vitest_worker__;
const { testPath } = expect.getState();

/** Files of one worker share modules, and Vitest keeps those of test files as well: each would keep its app, 9 MB, to the end of the run. */
afterAll(() => {
  for (const module of evaluatedModules.getModulesByFile(testPath ?? '') ?? [])
    evaluatedModules.invalidateModule(module);
});
