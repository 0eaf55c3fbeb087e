import { vi } from 'vitest';
import type { Deps } from '#app/deps.ts';
import { createGate } from './gate.ts';

/** Has the next question for the tone of a text wait until `letGo` is called. */
export function holdNextTone({ ai }: Pick<Deps, 'ai'>): { isAskedFor: Promise<void>; letGo: () => void } {
  const { generateObject } = ai;
  const [asked, response] = [createGate(), createGate()];
  vi.spyOn(ai, 'generateObject').mockImplementationOnce(async (request) => {
    asked.open();
    await response.opened;
    return generateObject(request);
  });
  return { isAskedFor: asked.opened, letGo: response.open };
}
