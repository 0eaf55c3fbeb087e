import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import type { AssistantDeps } from './deps.ts';

/** Timeout of one AI call of a job, which no request waits for. */
const TIMEOUT_MS = 30_000;
/** More than the jobs and workers of the assistant can be. */
const MAX_WORKS = 10;

type Settings = {
  config: {
    assistant: { batchSize: number; batchPauseMs: number };
    ai: { baseUrl: string; textModel: string };
  };
  sandboxed: ReadonlySet<string>;
};

export function createAssistantParts({ config, sandboxed }: Settings): Pick<AssistantDeps, 'assistant'> {
  return {
    assistant: {
      ...config.assistant,
      // The sandbox runs in this process, whatever its model is called.
      ...(sandboxed.has('AI')
        ? { providerHost: 'localhost', textModel: 'sandbox' }
        : { providerHost: new URL(config.ai.baseUrl).host, textModel: config.ai.textModel }),
      timeoutMs: TIMEOUT_MS,
      semaphore: createSemaphore({ maxQueue: MAX_WORKS }),
    },
  };
}
