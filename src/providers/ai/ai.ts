import type { Static, TSchema } from 'typebox';
import type { AiFailure } from './ai.failure.ts';
import { createNotConfiguredAi } from './ai.not-configured.ts';

/** What one call used, as the provider counts it; 0 where the provider does not say. */
export type AiUsage = { model: string; inputTokens: number; outputTokens: number };

/**
 * A question whose answer is an object of a known shape.
 * `name` is what the provider is told the shape is called, such as `tone_analysis`.
 * `schema` should require every property: providers that hold a model to a schema refuse optional ones.
 * `instructions` say what to do; `text` is what to do it with, and is handed over as data, never as instructions.
 * `timeLimitMs` covers the whole exchange, from the connection to the last byte of the answer.
 */
export type AiObjectRequest<Schema extends TSchema> = {
  name: string;
  schema: Schema;
  instructions: string;
  text: string;
  timeLimitMs: number;
};

/** An answer that fits the schema, without keys that the schema does not name, and what it used. */
export type AiObjectAnswer<Schema extends TSchema> = { object: Static<Schema>; usage: AiUsage };

/**
 * A text model. `generateObject` asks once, never repeats by itself, and fails with one of `aiErrors`: `ai.not-configured`,
 * `ai.unavailable` (refused, out of order or not reachable), `ai.timeout` or `ai.bad-answer` (not of the shape, or too large).
 * It costs money and time: never call it inside a transaction.
 */
export type Ai = {
  isConfigured: boolean;
  generateObject<Schema extends TSchema>(request: AiObjectRequest<Schema>): Promise<AiObjectAnswer<Schema>>;
};

/**
 * Where the text model is and how patient to be with it.
 * `baseUrl` is the address of an OpenAI-compatible interface and mostly ends in `/v1`.
 * After `failuresBeforePause` outages in a row (5 when left out) calls fail at once for `pauseMs` (30 000); then a single call
 * tries whether the provider is back.
 * `maxAnswerBytes` (1 MB) is where an answer is cut off.
 * `onFailure` hears about every failure, for the log and the figures; what it hears is free of texts and keys.
 */
export type AiConfiguration = {
  apiKey?: string | undefined;
  baseUrl: string;
  textModel: string;
  failuresBeforePause?: number;
  pauseMs?: number;
  maxAnswerBytes?: number;
  onFailure?: (failure: AiFailure) => void;
};

/** Builds the text model that the configuration asks for; without a key it is one that refuses every call. */
export async function createAi(configuration: AiConfiguration): Promise<Ai> {
  const { apiKey } = configuration;
  if (apiKey === undefined || apiKey === '') {
    return createNotConfiguredAi();
  }
  // Loading the SDK takes about half a second, which a server without a key should not spend on its start.
  const { createOpenAiCompatibleAi } = await import('./ai.openai-compatible.ts');
  return createOpenAiCompatibleAi({ ...configuration, apiKey });
}
