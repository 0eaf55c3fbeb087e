import { aiErrors } from './ai.errors.ts';
import type { Ai, AiConfiguration } from './ai.ts';

/** Creates the client of the AI provider. */
export async function createAi(configuration: AiConfiguration): Promise<Ai> {
  const { apiKey } = configuration;
  if (apiKey === undefined || apiKey === '') return NOT_CONFIGURED;
  // Loading the SDK takes half a second.
  const { createOpenAiCompatibleAi } = await import('./ai.openai-compatible.ts');
  return createOpenAiCompatibleAi({ ...configuration, apiKey });
}

const reject = async () => {
  throw aiErrors.notConfigured();
};

const NOT_CONFIGURED: Ai = {
  isConfigured: false,
  generateObject: reject,
  generateImage: reject,
  billedUsageOf: () => null,
  circuitStates: () => [],
};
