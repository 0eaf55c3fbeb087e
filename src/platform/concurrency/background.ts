import type { Logger } from '../log.ts';
import { outsideOfRun } from '../run.ts';

/** Work that nobody waits for: it begins in a request, and goes on after its answer. */
export type Background = {
  /** Begins the work. A failure is logged under `what`; whatever must not be lost has to be found again by a job. */
  run(what: string, work: () => Promise<unknown>): void;
  /** Resolves once nothing is under way. */
  drain(): Promise<void>;
};

export function createBackground(log: Logger): Background {
  const inFlight = new Set<Promise<void>>();
  return {
    run: (what, work) => {
      const done = outsideOfRun(work)
        .catch((error: unknown) => log.error({ err: error, what }, 'work in the background failed'))
        .then(() => void inFlight.delete(done));
      inFlight.add(done);
    },
    drain: async () => {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
