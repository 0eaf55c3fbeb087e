import { ECDH } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { codeOf } from '../../platform/errors.ts';
import { AddressNotPublicError, createPublicLookup } from '../../platform/network/ssrf-guard.ts';
import { createEndpointRules } from './push.endpoints.ts';
import type { PushFailure } from './push.failure.ts';
import type { Push, PushConfiguration, PushDevice, PushMessage } from './push.ts';
import type { VapidKeys } from './push.vapid.ts';

const TIMEOUT_MS = 5_000;

/** Push services answer with a line or nothing. Beyond this the connection is cut. */
const MAX_RESPONSE_BYTES = 64 * 1024;

const PUBLIC_KEY_BYTES = 65;
/** How a point of the curve begins that is written with both of its coordinates. */
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

type Details = { headers: RequestOptions['headers']; body: Buffer };
type Answer = { status: number } | Pick<PushFailure, 'reason' | 'networkCode'>;

/** The real thing. The library encrypts and signs; the request is our own, which knows limits and where not to go. */
export function createWebPush(configuration: PushConfiguration & { vapidKeys: VapidKeys }): Push {
  const { vapidKeys, contact, timeoutMs = TIMEOUT_MS, onFailure } = configuration;
  const reachOf = createEndpointRules(configuration.allowedHosts);
  const publicLookup = createPublicLookup();
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

  async function detailsOf({ endpoint, p256dh, auth }: PushDevice, message: PushMessage): Promise<Details> {
    // The library takes a tenth of a second to load, which only a server that sends something should spend.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.text, {
      vapidDetails: { subject: contact, ...vapidKeys },
      contentEncoding: 'aes128gcm',
      TTL: message.ttlSeconds,
      urgency: message.urgency,
    });
    return { headers, body };
  }

  /**
   * A connection that stayed open may be closed by the other side just as it is used again: then it asks once more, on a new
   * one, unless an answer had begun.
   */
  function ask(endpoint: URL, isPublic: boolean, { headers, body }: Details, onNew = false): Promise<Answer> {
    const isTls = endpoint.protocol === 'https:';
    const options = {
      method: 'POST',
      headers,
      agent: onNew ? false : agents[isTls ? 'https:' : 'http:'],
      ...(isPublic && { lookup: publicLookup }),
    };
    return new Promise((resolve) => {
      const asked = isTls ? httpsRequest(endpoint, options) : httpRequest(endpoint, options);
      const timer = setTimeout(() => asked.destroy(new TimeLimitError()), timeoutMs);
      let isAnswered = false;
      asked.once('close', () => clearTimeout(timer));
      asked.on('error', (error) => {
        const isStale = !isAnswered && asked.reusedSocket && codeOf(error) === 'ECONNRESET';
        resolve(isStale ? ask(endpoint, isPublic, { headers, body }, true) : failureOf(error));
      });
      asked.once('response', (response) => {
        isAnswered = true;
        readToItsEnd(response);
        resolve({ status: response.statusCode ?? 0 });
      });
      asked.end(body);
    });
  }

  function fail(failure: PushFailure): 'failed' {
    onFailure?.(failure);
    return 'failed';
  }

  return {
    publicKey: vapidKeys.publicKey,
    problemWith: (device) => {
      if (reachOf(device.endpoint) === null) return 'endpoint';
      return hasUsableKeys(device) ? null : 'keys';
    },
    send: async (device, message) => {
      const reach = reachOf(device.endpoint);
      if (reach === null) return fail({ reason: 'not-sendable' });
      const details = await detailsOf(device, message).catch(() => null);
      if (details === null) return fail({ reason: 'not-sendable' });
      const answer = await ask(new URL(device.endpoint), reach === 'public', details);
      if ('reason' in answer) return fail(answer);
      const { status } = answer;
      if (status >= 200 && status < 300) return 'delivered';
      // Both mean that the browser will never come back under this address.
      if (status === 404 || status === 410) return 'gone';
      return fail({ reason: 'refused', status });
    },
    close: () => {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

class TimeLimitError extends Error {}

function failureOf(error: Error): Pick<PushFailure, 'reason' | 'networkCode'> {
  if (error instanceof TimeLimitError) return { reason: 'time-limit' };
  if (error instanceof AddressNotPublicError) return { reason: 'address-not-public' };
  const networkCode = codeOf(error);
  return { reason: 'not-reachable', ...(networkCode !== undefined && { networkCode }) };
}

/** What a push service says beyond its status is not looked at; it is read so that the connection can be used again. */
function readToItsEnd(response: IncomingMessage): void {
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) response.destroy();
  });
  response.on('error', () => undefined);
}

/** Whether something can be encrypted with the keys: not every 65 bytes are a point of the curve. */
function hasUsableKeys({ p256dh, auth }: PushDevice): boolean {
  const publicKey = Buffer.from(p256dh, 'base64url');
  try {
    ECDH.convertKey(publicKey, 'prime256v1');
  } catch {
    return false;
  }
  const isUncompressed = publicKey.length === PUBLIC_KEY_BYTES && publicKey[0] === UNCOMPRESSED;
  return isUncompressed && Buffer.from(auth, 'base64url').length === AUTH_BYTES;
}
