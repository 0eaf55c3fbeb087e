type Step = <Result>(what: string, run: () => Promise<Result>) => Promise<Result>;

/** Names the steps of a journey. The log of the run shows each with its time, and an error tells in which it came. */
export function stepsOf(journey: string): Step {
  process.stdout.write(`${journey}\n`);
  return async (what, run) => {
    const began = performance.now();
    try {
      const result = await run();
      process.stdout.write(`  ${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${what}\n`);
      return result;
    } catch (error) {
      throw new Error(`Step "${what}": ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  };
}
