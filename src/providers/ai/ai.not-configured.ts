import { aiErrors } from './ai.errors.ts';
import type { Ai } from './ai.ts';

/** The text model of a server without a key: every call fails with `ai.not-configured`. */
export function createNotConfiguredAi(): Ai {
  return {
    isConfigured: false,
    generateObject: async () => {
      throw aiErrors.notConfigured();
    },
  };
}
