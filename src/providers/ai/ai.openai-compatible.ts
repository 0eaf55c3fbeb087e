import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { once } from '../../platform/run.ts';
import { createAttempts } from './ai.attempts.ts';
import { billedUsageOf } from './ai.failure.ts';
import { createAiFetch } from './ai.fetch.ts';
import { askForObject } from './ai.object.ts';
import { askForPicture } from './ai.picture.ts';
import type { Ai, AiConfiguration } from './ai.ts';

/** An answer with a picture of 5 MB, written in base64, and some words beside it. */
const MAX_IMAGE_RESPONSE_BYTES = 7_000_000;

/** The models behind any server that speaks the protocol of OpenAI: its chat completions, and its image generations. */
export function createOpenAiCompatibleAi(configuration: AiConfiguration & { apiKey: string }): Ai {
  const { textModel, imageModel, images, apiKey, baseUrl } = configuration;
  const chat = createOpenAICompatible({
    name: 'ai',
    apiKey,
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    fetch: createAiFetch(configuration.maxAnswerBytes ?? 1_000_000),
  }).chatModel(textModel);
  const pictures = createOpenAICompatible({
    name: 'ai',
    apiKey,
    baseURL: baseUrl,
    fetch: createAiFetch(configuration.maxPictureAnswerBytes ?? MAX_IMAGE_RESPONSE_BYTES),
  }).imageModel(imageModel);
  // A model each: that pictures cannot be had, or take their time, says nothing about texts.
  const texts = createAttempts(configuration);
  const paintings = createAttempts(configuration);

  return {
    isConfigured: true,
    generateObject: (request) =>
      once(request.name, () =>
        texts.attempt(request.timeoutMs, (signal) => askForObject(chat, textModel, request, signal)),
      ),
    generateImage: async (request) => ({
      bytes: await paintings.attempt(request.timeoutMs, (signal) =>
        askForPicture(pictures, imageModel, images, request, signal),
      ),
      usage: { model: imageModel },
    }),
    billedUsageOf,
    standings: () => [
      { name: 'texts', ...texts.standing() },
      { name: 'pictures', ...paintings.standing() },
    ],
  };
}
