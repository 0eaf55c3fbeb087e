import { vi } from 'vitest';
import type { Deps } from '../src/app/deps.ts';

/** Has the next question for the tone of a text wait until `letGo` is called. */
export function holdNextTone({ ai }: Pick<Deps, 'ai'>): { isAskedFor: Promise<void>; letGo: () => void } {
  const { generateObject } = ai;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const isAskedFor = new Promise<void>((resolve) => {
    vi.spyOn(ai, 'generateObject').mockImplementationOnce(async (request) => {
      resolve();
      await held;
      return generateObject(request);
    });
  });
  return { isAskedFor, letGo: () => letGo() };
}
