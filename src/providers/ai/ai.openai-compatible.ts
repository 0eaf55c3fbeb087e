import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { once } from '#platform/run.ts';
import { createAttempts } from './ai.attempts.ts';
import { billedUsageOf } from './ai.failure.ts';
import { createAiFetch } from './ai.fetch.ts';
import { generateObject } from './ai.object.ts';
import { generatePicture } from './ai.picture.ts';
import type { Ai, AiConfiguration } from './ai.ts';

const MAX_RESPONSE_BYTES = 1_000_000;
/** An image of 5 MB in base64. */
const MAX_IMAGE_RESPONSE_BYTES = 7_000_000;

/** Uses the chat completions and image generations of any server that speaks the protocol of OpenAI. */
export function createOpenAiCompatibleAi(configuration: AiConfiguration & { apiKey: string }): Ai {
  const { textModel, imageModel, images, apiKey, baseUrl } = configuration;
  const chat = createOpenAICompatible({
    name: 'ai',
    apiKey,
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    fetch: createAiFetch(configuration.maxResponseBytes ?? MAX_RESPONSE_BYTES, configuration.watch),
  }).chatModel(textModel);
  const pictures = createOpenAICompatible({
    name: 'ai',
    apiKey,
    baseURL: baseUrl,
    fetch: createAiFetch(configuration.maxPictureResponseBytes ?? MAX_IMAGE_RESPONSE_BYTES, configuration.watch),
  }).imageModel(imageModel);
  // One breaker for each model: an outage of one says nothing about the other.
  const textAttempts = createAttempts(configuration);
  const imageAttempts = createAttempts(configuration);

  return {
    isConfigured: true,
    generateObject: (request) =>
      once(request.name, () =>
        textAttempts.attempt(request.timeoutMs, (signal) => generateObject(chat, textModel, request, signal)),
      ),
    generateImage: async (request) => ({
      bytes: await imageAttempts.attempt(request.timeoutMs, (signal) =>
        generatePicture(pictures, imageModel, images, request, signal),
      ),
      usage: { model: imageModel },
    }),
    billedUsageOf,
    circuitStates: () => [
      { name: 'texts', ...textAttempts.circuitState() },
      { name: 'pictures', ...imageAttempts.circuitState() },
    ],
  };
}
