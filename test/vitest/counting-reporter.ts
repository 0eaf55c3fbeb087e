import type { Reporter, TestModule } from 'vitest/node';

/** Prints one line at the end of a run, such as `12 passed, 0 failed`. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) counts[test.result().state] += 1;
      // A file that fails before its first test counts as one failure.
      if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')) counts.failed += 1;
    }
    const skipped = counts.skipped + counts.pending;
    process.stdout.write(
      `\n${counts.passed} passed, ${counts.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}
