import type { PushFailure } from './push.failure.ts';
import { deriveVapidKeys } from './push.vapid.ts';
import { createWebPush } from './push.web.ts';

/** A browser that takes messages, as its PushSubscription describes it: where to send them, and how to encrypt them. */
export type PushDevice = {
  /** An address of the browser's push service, in the form of `new URL(…).href`. */
  endpoint: string;
  /** The browser's public key: 65 bytes, base64url. */
  p256dh: string;
  /** A secret of the browser: 16 bytes, base64url. */
  auth: string;
};

/** `text` is what the browser gets, encrypted for it alone: 3,993 bytes at most. Past `ttlSeconds` it is not to be shown. */
export type PushMessage = { text: string; urgency: 'normal' | 'high'; ttlSeconds: number };

/**
 * What became of a message: `delivered` to the push service; the device is `gone`, and nothing will reach it any more; or
 * `failed`, which may pass.
 */
export type PushOutcome = 'delivered' | 'gone' | 'failed';

/** Sends messages to browsers. Each call waits for another company's computer: never make one inside a transaction. */
export type Push = {
  /** What a browser subscribes with (`applicationServerKey`): 65 bytes, base64url. The same on all nodes with the same key. */
  publicKey: string;
  /** Why messages to this device would never be sent: we do not call its address, or its keys are none. */
  problemWith(device: PushDevice): 'endpoint' | 'keys' | null;
  /** Sends once, within the time limit, and never throws. */
  send(device: PushDevice, message: PushMessage): Promise<PushOutcome>;
  /** Ends the connections that are open. */
  close(): void;
};

/**
 * Which addresses messages may be sent to: `allowedHosts` are names (`push.example`), all names of a domain
 * (`*.push.example`), or any name (`*`), each over https and at public addresses alone; or whole origins
 * (`http://127.0.0.1:9000`), which are called wherever they are.
 * `secret` is what the key pair of this service follows from, and `contact` the address (`mailto:` or `https:`) at which push
 * services can complain. A message may take `timeoutMs` (5,000). `onFailure` hears of every failure, for the log.
 */
export type PushConfiguration = {
  allowedHosts: readonly string[];
  contact: string;
  secret: string;
  timeoutMs?: number;
  onFailure?: (failure: PushFailure) => void;
};

/** Sends messages by Web Push (RFC 8030, 8291, 8292), which all browsers speak. */
export function createPush(configuration: PushConfiguration): Push {
  return createWebPush({ ...configuration, vapidKeys: deriveVapidKeys(configuration.secret) });
}
