import { onTestFinished } from 'vitest';
import { createMailParser } from '#platform/text/mail-parser.ts';
import { createWorkers, type Workers } from '#platform/workers/workers.ts';
import type { MailDeps } from './deps.ts';

/** Has the parser of emails tell, until the test ends, the name of each work that it hands to a thread. */
export function watchMailThreads(deps: MailDeps): readonly string[] {
  const runs: string[] = [];
  const { mailParser } = deps;
  const workers = createWorkers({ concurrency: 1 });
  const watched: Workers = {
    ...workers,
    run: (work, file, input) => {
      runs.push(work.name);
      return workers.run(work, file, input);
    },
  };
  Object.assign(deps, { mailParser: createMailParser(watched) });
  onTestFinished(async () => {
    Object.assign(deps, { mailParser });
    await workers.close();
  });
  return runs;
}
