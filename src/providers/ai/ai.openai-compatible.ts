import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { AISDKError, generateText, jsonSchema, type LanguageModel, type LanguageModelUsage, Output } from 'ai';
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import type { Static, TSchema } from 'typebox';
import type { AppError } from '../../platform/errors.ts';
import { createBoundedFetch } from './ai.bounded-fetch.ts';
import { aiErrors } from './ai.errors.ts';
import { type AiFailure, AiFailureError, isOutage } from './ai.failure.ts';
import { promptFor } from './ai.prompt.ts';
import { closedJsonSchema, fittingObject } from './ai.schema.ts';
import type { Ai, AiConfiguration, AiObjectAnswer, AiObjectRequest, AiUsage } from './ai.ts';

/** The text model behind any server that speaks the protocol of OpenAI's chat completions. */
export function createOpenAiCompatibleAi(configuration: AiConfiguration & { apiKey: string }): Ai {
  const { textModel, failuresBeforePause = 5, pauseMs = 30_000, onFailure } = configuration;
  const model = createOpenAICompatible({
    name: 'ai',
    apiKey: configuration.apiKey,
    baseURL: configuration.baseUrl,
    supportsStructuredOutputs: true,
    fetch: createBoundedFetch(configuration.maxAnswerBytes ?? 1_000_000),
  }).chatModel(textModel);
  const breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(failuresBeforePause),
    halfOpenAfter: pauseMs,
  });

  return {
    isConfigured: true,
    generateObject: async (request) => {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), request.timeLimitMs);
      try {
        // The breaker would let others wait for the call that tries whether the provider is back; they fail at once instead.
        if (breaker.state === CircuitState.HalfOpen) {
          throw new BrokenCircuitError();
        }
        return await breaker.execute(() => ask(model, textModel, request, stop.signal));
      } catch (error) {
        const failure = failureOf(error, stop.signal);
        onFailure?.(failure);
        throw refusalFor(failure);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function ask<Schema extends TSchema>(
  model: LanguageModel,
  modelName: string,
  request: AiObjectRequest<Schema>,
  abortSignal: AbortSignal,
): Promise<AiObjectAnswer<Schema>> {
  const prompt = promptFor(request.instructions, request.text);
  const schema = jsonSchema<Static<Schema>>(closedJsonSchema(request.schema), {
    validate: (value) => {
      const object = fittingObject(request.schema, value);
      return object === undefined
        ? { success: false, error: new Error('The answer does not fit the schema.') }
        : { success: true, value: object };
    },
  });
  const { output, usage } = await generateText({
    model,
    system: prompt.system,
    prompt: prompt.user,
    output: Output.object({ name: request.name, schema }),
    maxRetries: 0,
    abortSignal,
  });
  return { object: output, usage: usageOf(modelName, usage) };
}

function usageOf(model: string, usage: LanguageModelUsage): AiUsage {
  return { model, inputTokens: tokenCount(usage.inputTokens), outputTokens: tokenCount(usage.outputTokens) };
}

/** What a provider reports is not to be trusted with the books: anything but a whole number of tokens counts as 0. */
function tokenCount(reported: number | undefined): number {
  return reported !== undefined && Number.isSafeInteger(reported) && reported > 0 ? reported : 0;
}

/** The errors of the SDK carry the prompt and the answer, so that they end here. Anything else is a mistake of ours. */
function failureOf(error: unknown, signal: AbortSignal): AiFailure {
  if (error instanceof AiFailureError) {
    return error.failure;
  }
  if (signal.aborted) {
    return { reason: 'time-limit' };
  }
  if (isBrokenCircuitError(error)) {
    return { reason: 'paused' };
  }
  if (AISDKError.isInstance(error)) {
    return { reason: 'not-of-the-shape' };
  }
  throw error;
}

function refusalFor(failure: AiFailure): AppError {
  switch (failure.reason) {
    case 'time-limit':
      return aiErrors.timeout();
    case 'too-large':
    case 'not-of-the-shape':
      return aiErrors.badAnswer();
    case 'not-reachable':
    case 'refused':
    case 'paused':
      return aiErrors.unavailable();
  }
}
