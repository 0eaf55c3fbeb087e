import type { CallWatch } from '#platform/outbound/call-watch.ts';
import type { OutboundFailure } from '#platform/outbound/failure.ts';

/** The PushSubscription of a browser. */
export type PushDevice = {
  /** A URL of the browser's push service, in the form of `new URL(…).href`. */
  endpoint: string;
  /** The browser's public key: 65 bytes, base64url. */
  p256dh: string;
  /** A secret of the browser: 16 bytes, base64url. */
  auth: string;
};

/** `text` is encrypted for the browser and has at most 3,993 bytes. */
export type PushMessage = { text: string; urgency: 'normal' | 'high'; ttlSeconds: number };

/** `gone`: the device will never be reachable again. `failed`: a retry may succeed. */
export type PushOutcome = 'delivered' | 'gone' | 'failed';

/** Sends messages to browsers. Calls take up to `timeoutMs`: never make one inside a transaction. */
export type Push = {
  /** The `applicationServerKey` of subscriptions: 65 bytes, base64url. Equal on all nodes with the same encryption key. */
  publicKey: string;
  /** Why no message can be sent to this device: its endpoint is not allowed, or its keys are invalid. */
  problemWith(device: PushDevice): 'endpoint' | 'keys' | null;
  /** Sends once. Never rejects. */
  send(device: PushDevice, message: PushMessage): Promise<PushOutcome>;
  /** Closes open connections. */
  close(): void;
};

/** Why a message was not delivered. Contains neither the message nor the endpoint, which is a secret. */
export type PushFailure = OutboundFailure<
  'time-limit' | 'not-reachable' | 'refused' | 'address-not-public' | 'not-sendable'
>;

export type PushConfiguration = {
  /**
   * Endpoints that may be called: host names (`push.example`), subdomains (`*.push.example`) or any host (`*`), with https and
   * public IP addresses only; or origins (`http://127.0.0.1:9000`) without that restriction.
   */
  allowedHosts: readonly string[];
  /** A `mailto:` or `https:` URL at which push services can reach the operator. */
  contact: string;
  /** The VAPID key pair is derived from it. */
  secret: string;
  /** Default: 5,000. */
  timeoutMs?: number;
  onFailure?: (failure: PushFailure) => void;
  watch?: CallWatch;
};
