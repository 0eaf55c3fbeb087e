import type { Static, TSchema } from 'typebox';
import type { Images } from '#platform/images/images.ts';
import type { CallWatch } from '#platform/outbound/call-watch.ts';
import type { NamedCircuitState } from '#platform/outbound/circuit-breaker.ts';
import type { OutboundFailure } from '#platform/outbound/failure.ts';

/** Tokens that one call used, as reported by the provider. 0 if it reports none. */
export type AiUsage = { model: string; inputTokens: number; outputTokens: number };

/**
 * A request for an object that fits a schema.
 * `name` is the name of the schema at the provider, such as `tone_analysis`.
 * `schema` must require every property: providers with strict schemas reject optional ones.
 * `text` is sent as data, never as instructions.
 * `timeoutMs` covers the call, from the connection to the last byte of the response.
 */
export type AiObjectRequest<Schema extends TSchema> = {
  name: string;
  schema: Schema;
  instructions: string;
  text: string;
  timeoutMs: number;
};

/** An object that fits the schema, without properties that the schema does not name. */
export type AiObjectResult<Schema extends TSchema> = { object: Static<Schema>; usage: AiUsage };

export type AiImageQuality = 'standard' | 'hd';

/**
 * A request for an image. `userId` is for our own fair queue and is not sent. The provider follows `prompt`, so it must not
 * contain text of other users. `timeoutMs` covers the call; images take 10 seconds and more.
 */
export type AiImageRequest = { userId: string; prompt: string; quality: AiImageQuality; timeoutMs: number };

/** A PNG of 1024 by 1024 pixels, encoded again without metadata. Images are priced by piece, so there is no token count. */
export type AiImageResult = { bytes: Uint8Array; usage: { model: string } };

/**
 * A text model and an image model. A call is sent once, without retries. Calls cost money and time: never make one inside a
 * transaction.
 */
export type Ai = {
  isConfigured: boolean;
  /**
   * @throws {ai.not-configured}
   * @throws {ai.unavailable} if the provider rejects the call, fails or is not reachable
   * @throws {ai.timeout}
   * @throws {ai.bad-response} if the response does not fit the schema or is too large
   */
  generateObject<Schema extends TSchema>(request: AiObjectRequest<Schema>): Promise<AiObjectResult<Schema>>;
  /**
   * @throws {ai.not-configured}
   * @throws {ai.unavailable}
   * @throws {ai.timeout}
   * @throws {ai.bad-response} if the response has no image or is too large
   * @throws {image.busy}
   * @throws {image.too-many-waiting}
   */
  generateImage(request: AiImageRequest): Promise<AiImageResult>;
  /** Usage of a failed call that the provider charges for. */
  billedUsageOf(error: unknown): AiUsage | null;
  /** The state of one circuit breaker for each model. Sends no request. */
  circuitStates(): readonly NamedCircuitState[];
};

/** Why a call failed. Contains no text and no key. */
export type AiFailure = OutboundFailure<
  'time-limit' | 'not-reachable' | 'refused' | 'paused' | 'too-large' | 'not-of-the-shape'
>;

/**
 * After `failuresBeforePause` outages in a row (default 5) calls fail immediately for `pauseMs` (default 30,000). Then one call
 * checks whether the provider is back.
 */
export type BreakerSettings = {
  failuresBeforePause?: number;
  pauseMs?: number;
  onFailure?: (failure: AiFailure) => void;
};

/** `baseUrl` is the URL of an OpenAI-compatible API and usually ends in `/v1`. Without `apiKey` every call fails. */
export type AiConfiguration = BreakerSettings & {
  apiKey?: string | undefined;
  baseUrl: string;
  textModel: string;
  imageModel: string;
  /** Encodes generated images again. */
  images: Pick<Images, 'prepare'>;
  /** Default: 1 MB. */
  maxResponseBytes?: number;
  /** Default: 7 MB. */
  maxPictureResponseBytes?: number;
  watch?: CallWatch;
};
