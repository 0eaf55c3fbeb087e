import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AddressNotPublicError, createPublicLookup, isNameOrPublicAddress } from '#platform/network/ssrf-guard.ts';
import { watchCall } from '#platform/outbound/call-watch.ts';
import { withoutControlCharacters } from '#platform/text/text.ts';
import type { WebhookClient, WebhookConfiguration, WebhookFailure, WebhookResponse } from './webhook.ts';

const TIMEOUT_MS = 8_000;

/** Then the connection is closed. */
const MAX_RESPONSE_BYTES = 64 * 1024;

const MAX_EXCERPT_BYTES = 1024;

const NOT_ALLOWED: WebhookResponse = {
  failure: 'not-allowed',
  status: null,
  retryAfter: null,
  excerpt: '',
  durationMs: 0,
};

/** Creates the client of webhooks. Each call has a connection of its own, whose addresses are checked as it is opened. */
export function createWebhookClient(configuration: WebhookConfiguration): WebhookClient {
  const { timeoutMs = TIMEOUT_MS, trustedOrigins, watch } = configuration;
  const publicLookup = createPublicLookup(configuration.lookUp);

  /** At any IP address, at public ones only, or not at all (null). */
  function reachOf(text: string): 'anywhere' | 'public' | null {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return null;
    if (trustedOrigins.includes(url.origin)) return 'anywhere';
    return url.protocol === 'https:' && isNameOrPublicAddress(url.hostname) ? 'public' : null;
  }

  function exchange(url: URL, options: RequestOptions, body: string): Promise<WebhookResponse> {
    const startedAt = performance.now();
    const start: Buffer[] = [];
    let head: Pick<WebhookResponse, 'status' | 'retryAfter'> = { status: null, retryAfter: null };
    let length = 0;
    return new Promise((resolve) => {
      const request = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options);
      const end = (failure: WebhookFailure | null) => {
        clearTimeout(timer);
        request.destroy();
        resolve({
          failure,
          ...head,
          excerpt: withoutControlCharacters(Buffer.concat(start).toString()),
          durationMs: Math.round(performance.now() - startedAt),
        });
      };
      const timer = setTimeout(() => end('time-limit'), timeoutMs);
      request.on('error', (error) =>
        end(error instanceof AddressNotPublicError ? 'address-not-public' : 'not-reachable'),
      );
      // A connection can end without an error.
      request.once('close', () => end('not-reachable'));
      request.once('response', (response) => {
        const { statusCode = 0, headers } = response;
        head = { status: statusCode, retryAfter: headers['retry-after'] ?? null };
        const failure = failureOf(statusCode);
        response.on('data', (chunk: Buffer) => {
          if (length < MAX_EXCERPT_BYTES) start.push(chunk.subarray(0, MAX_EXCERPT_BYTES - length));
          length += chunk.length;
          if (length > MAX_RESPONSE_BYTES) end(failure);
        });
        response.once('end', () => end(failure));
        response.on('error', () => end('not-reachable'));
      });
      request.end(body);
    });
  }

  return {
    isAllowed: (url) => reachOf(url) !== null,
    post: async (url, headers, body) => {
      const reach = reachOf(url);
      if (reach === null) return NOT_ALLOWED;
      const options = {
        method: 'POST',
        headers: {
          'user-agent': 'Meadow-Webhooks',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'accept-encoding': 'identity',
          ...headers,
        },
        agent: false,
        ...(reach === 'public' && { lookup: publicLookup }),
      };
      // The host is private: a user has chosen it.
      return watchCall(
        watch,
        null,
        () => exchange(new URL(url), options, body),
        ({ failure }) => failure,
      );
    },
  };
}

function failureOf(status: number): 'redirect' | 'status' | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
