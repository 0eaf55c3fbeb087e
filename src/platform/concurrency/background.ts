import type { Logger } from '../log.ts';
import { outsideOfRun } from '../run.ts';

/** Work that continues after the response of the request that started it. */
export type Background = {
  /** Starts the work. A failure is logged under `what`; a job has to find again what must not be lost. */
  run(what: string, work: () => Promise<unknown>): void;
  /** Resolves once no work is running. */
  drain(): Promise<void>;
};

export function createBackground(log: Logger): Background {
  const inFlight = new Set<Promise<void>>();
  return {
    run: (what, work) => {
      const done = outsideOfRun(work)
        .catch((error: unknown) =>
          log.error({ event: 'background.failed', err: error, what }, 'background work failed'),
        )
        .then(() => void inFlight.delete(done));
      inFlight.add(done);
    },
    drain: async () => {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
