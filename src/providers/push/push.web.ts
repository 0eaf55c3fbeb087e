import { ECDH } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { codeOf } from '#platform/errors.ts';
import { AddressNotPublicError, createPublicLookup } from '#platform/network/ssrf-guard.ts';
import { watchCall } from '#platform/outbound/call-watch.ts';
import { createEndpointRules } from './push.endpoints.ts';
import type { Push, PushConfiguration, PushDevice, PushFailure, PushMessage } from './push.ts';
import type { VapidKeys } from './push.vapid.ts';

const TIMEOUT_MS = 5_000;

/** Push services send a line or nothing. */
const MAX_RESPONSE_BYTES = 64 * 1024;

const PUBLIC_KEY_BYTES = 65;
/** The first byte of an uncompressed point (SEC 1, 2.3.3). */
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

type Details = { headers: RequestOptions['headers']; body: Buffer };
type Result = { status: number } | Pick<PushFailure, 'reason' | 'networkCode'>;

/** The library encrypts and signs. The request is our own, with a timeout, a size limit and an SSRF guard. */
export function createWebPush(configuration: PushConfiguration & { vapidKeys: VapidKeys }): Push {
  const { vapidKeys, contact, timeoutMs = TIMEOUT_MS, onFailure, watch } = configuration;
  const reachOf = createEndpointRules(configuration.allowedHosts);
  const publicLookup = createPublicLookup();
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

  async function detailsOf({ endpoint, p256dh, auth }: PushDevice, message: PushMessage): Promise<Details> {
    // Loading the library takes a tenth of a second.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.text, {
      vapidDetails: { subject: contact, ...vapidKeys },
      contentEncoding: 'aes128gcm',
      TTL: message.ttlSeconds,
      urgency: message.urgency,
    });
    return { headers, body };
  }

  /** The push service may close an idle connection just as it is reused. Then the request is sent again on a new one. */
  function post(endpoint: URL, isPublic: boolean, { headers, body }: Details, onNew = false): Promise<Result> {
    const isTls = endpoint.protocol === 'https:';
    const options = {
      method: 'POST',
      headers,
      agent: onNew ? false : agents[isTls ? 'https:' : 'http:'],
      ...(isPublic && { lookup: publicLookup }),
    };
    return new Promise((resolve) => {
      const request = isTls ? httpsRequest(endpoint, options) : httpRequest(endpoint, options);
      const timer = setTimeout(() => request.destroy(new TimeLimitError()), timeoutMs);
      let hasResponse = false;
      request.once('close', () => clearTimeout(timer));
      request.on('error', (error) => {
        const isStale = !hasResponse && request.reusedSocket && codeOf(error) === 'ECONNRESET';
        resolve(isStale ? post(endpoint, isPublic, { headers, body }, true) : failureOf(error));
      });
      request.once('response', (response) => {
        hasResponse = true;
        discardBody(response);
        resolve({ status: response.statusCode ?? 0 });
      });
      request.end(body);
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
      const endpoint = new URL(device.endpoint);
      const send = () => post(endpoint, reach === 'public', details);
      const result = await watchCall(watch, endpoint.host, send, reasonOf);
      if ('reason' in result) return fail(result);
      const { status } = result;
      if (status >= 200 && status < 300) return 'delivered';
      // The subscription has ended.
      if (status === 404 || status === 410) return 'gone';
      return fail({ reason: 'refused', status });
    },
    close: () => {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

const reasonOf = (result: Result) => ('reason' in result ? result.reason : result.status >= 500 ? 'status' : null);

class TimeLimitError extends Error {}

function failureOf(error: Error): Pick<PushFailure, 'reason' | 'networkCode'> {
  if (error instanceof TimeLimitError) return { reason: 'time-limit' };
  if (error instanceof AddressNotPublicError) return { reason: 'address-not-public' };
  const networkCode = codeOf(error);
  return { reason: 'not-reachable', ...(networkCode !== undefined && { networkCode }) };
}

/** Reads and discards the body, so that the connection can be reused. */
function discardBody(response: IncomingMessage): void {
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) response.destroy();
  });
  response.on('error', () => undefined);
}

/** Whether the keys can encrypt: not every 65 bytes are a point of the curve. */
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
