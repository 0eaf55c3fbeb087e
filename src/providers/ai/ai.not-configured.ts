import { aiErrors } from './ai.errors.ts';
import type { Ai } from './ai.ts';

/** The models of a server without a key: every call fails with `ai.not-configured`. */
export function createNotConfiguredAi(): Ai {
  const refuse = async () => {
    throw aiErrors.notConfigured();
  };
  return {
    isConfigured: false,
    generateObject: refuse,
    generateImage: refuse,
    billedUsageOf: () => null,
    standings: () => [],
  };
}
