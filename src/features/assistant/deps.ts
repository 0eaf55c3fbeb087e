import type { NotificationDeps } from '#features/notification';
import type { UsageDeps } from '#features/usage';
import type { Semaphore } from '#platform/concurrency/semaphore.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Ai } from '#providers/ai/ai.ts';

export type AssistantDeps = UsageDeps &
  NotificationDeps & {
    ai: Ai;
    jobs: Jobs;
    /** Whether the node is about to stop. */
    isDraining: () => boolean;
    assistant: {
      /** The host of the AI provider, which gets the texts. */
      providerHost: string;
      textModel: string;
      /** Users of one batch, for which the provider is called concurrently. */
      batchSize: number;
      /** Pause after a batch. */
      batchPauseMs: number;
      /** Timeout of one call of the provider. */
      timeoutMs: number;
      /** Limits this node to one batch of a distributed run at a time. */
      semaphore: Semaphore;
    };
  };
