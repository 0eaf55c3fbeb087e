import { setTimeout as delay } from 'node:timers/promises';

/** Times in milliseconds. */
export type PollOptions = { every: number; atMost: number };

/** Asks again and again until there is an answer; undefined where none has come in time. */
export async function pollFor<Answer>(
  ask: () => Promise<Answer | undefined>,
  { every, atMost }: PollOptions,
): Promise<Answer | undefined> {
  const end = performance.now() + atMost;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() + every > end) return answer;
    await delay(every);
  }
}
