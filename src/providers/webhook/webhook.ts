import type { lookup } from 'node:dns';
import type { CallWatch } from '#platform/outbound/call-watch.ts';

/** Posts to URLs that users have given. Never call it inside a transaction. */
export type WebhookClient = {
  /**
   * Whether a URL may be called: with https and without credentials, at a name or a public IP address; or at a trusted origin.
   * What a name resolves to is checked when it is called.
   */
  isAllowed(url: string): boolean;
  /** Posts a JSON body once, within `timeoutMs`. Follows no redirects. Never rejects. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookResponse>;
};

/** Why a call failed. `status`: the receiver responded with another status than 2xx. */
export type WebhookFailure =
  | 'address-not-public'
  | 'not-allowed'
  | 'not-reachable'
  | 'redirect'
  | 'status'
  | 'time-limit';

export type WebhookResponse = {
  /** Null if the receiver accepted the call. */
  failure: WebhookFailure | null;
  /** Null if there was no response. */
  status: number | null;
  /** The header `Retry-After`. */
  retryAfter: string | null;
  /** The first kilobyte of the response, as text without control characters. */
  excerpt: string;
  durationMs: number;
};

export type WebhookConfiguration = {
  /** Origins (`http://127.0.0.1:9000`) that may be called without TLS and at private addresses. */
  trustedOrigins: readonly string[];
  /** For connection, headers and body together. Default: 8,000. */
  timeoutMs?: number;
  watch?: CallWatch;
  /** Default: that of the operating system. */
  lookUp?: typeof lookup;
};
