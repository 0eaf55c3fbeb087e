import type { Static, TSchema } from 'typebox';
import type { Images } from '../../platform/images/images.ts';
import type { NamedCircuitState } from '../../platform/outbound/circuit-breaker.ts';
import type { AiFailure } from './ai.failure.ts';
import { createNotConfiguredAi } from './ai.not-configured.ts';

/** What one call used, as the provider counts it; 0 where the provider does not say. */
export type AiUsage = { model: string; inputTokens: number; outputTokens: number };

/**
 * A question whose answer is an object of a known shape.
 * `name` is what the provider is told the shape is called, such as `tone_analysis`.
 * `schema` should require every property: providers that hold a model to a schema refuse optional ones.
 * `instructions` say what to do; `text` is what to do it with, and is handed over as data, never as instructions.
 * `timeoutMs` covers the whole exchange, from the connection to the last byte of the answer.
 */
export type AiObjectRequest<Schema extends TSchema> = {
  name: string;
  schema: Schema;
  instructions: string;
  text: string;
  timeoutMs: number;
};

/** An answer that fits the schema, without keys that the schema does not name, and what it used. */
export type AiObjectAnswer<Schema extends TSchema> = { object: Static<Schema>; usage: AiUsage };

/** What the provider may be asked to take care of, and be paid for. */
export type AiImageQuality = 'standard' | 'hd';

/**
 * A picture to be made. `userId` is for whom, which the provider isn't told; `prompt` says what it shows; the provider reads it as it stands, so it should hold no words of others.
 * `timeoutMs` covers the whole exchange, from the connection to the last byte of the answer. Pictures take ten seconds and more.
 */
export type AiImageRequest = { userId: string; prompt: string; quality: AiImageQuality; timeoutMs: number };

/**
 * A PNG of 1024 by 1024 pixels, encoded anew: of what the provider sent, nothing is left but what can be seen. Pictures are
 * paid for by the piece, so that no tokens are counted.
 */
export type AiImageAnswer = { bytes: Uint8Array; usage: { model: string } };

/**
 * A text model and an image model. Either asks once, never repeats by itself, and fails with one of `aiErrors`:
 * `ai.not-configured`, `ai.unavailable` (refused, out of order or not reachable), `ai.timeout` or `ai.bad-answer` (not of the
 * shape, no picture, or too large); `generateImage` also with `image.too-many-waiting` and `image.busy`, while too many pictures are in work here.
 * It costs money and time: never call it inside a transaction.
 */
export type Ai = {
  isConfigured: boolean;
  generateObject<Schema extends TSchema>(request: AiObjectRequest<Schema>): Promise<AiObjectAnswer<Schema>>;
  generateImage(request: AiImageRequest): Promise<AiImageAnswer>;
  /** What a failed call used, if the provider has answered it: it charges for answers that can't be used as well. */
  billedUsageOf(error: unknown): AiUsage | null;
  /** How its breakers stand, one for each model. It calls nobody. */
  standings(): readonly NamedCircuitState[];
};

/**
 * Where the models are and how patient to be with them.
 * `baseUrl` is the address of an OpenAI-compatible interface and mostly ends in `/v1`.
 * After `failuresBeforePause` outages in a row (5 when left out) calls of a model fail at once for `pauseMs` (30 000); then a
 * single call tries whether the provider is back. An outage of one model does not stop the other.
 * `maxAnswerBytes` (1 MB) is where an answer is cut off, `maxPictureAnswerBytes` (7 MB) where one with a picture is.
 * `onFailure` hears about every failure, for the log and the figures; what it hears is free of texts and keys.
 */
export type AiConfiguration = {
  apiKey?: string | undefined;
  baseUrl: string;
  textModel: string;
  imageModel: string;
  /** Reads what the image model made, and encodes it anew. */
  images: Pick<Images, 'prepare'>;
  failuresBeforePause?: number;
  pauseMs?: number;
  maxAnswerBytes?: number;
  maxPictureAnswerBytes?: number;
  onFailure?: (failure: AiFailure) => void;
};

/** Builds the models that the configuration asks for; without a key they refuse every call. */
export async function createAi(configuration: AiConfiguration): Promise<Ai> {
  const { apiKey } = configuration;
  if (apiKey === undefined || apiKey === '') {
    return createNotConfiguredAi();
  }
  // Loading the SDK takes about half a second, which a server without a key should not spend on its start.
  const { createOpenAiCompatibleAi } = await import('./ai.openai-compatible.ts');
  return createOpenAiCompatibleAi({ ...configuration, apiKey });
}
