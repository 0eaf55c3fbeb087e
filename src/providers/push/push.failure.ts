import type { OutboundFailure } from '../../platform/outbound/failure.ts';

/** Never holds the message, nor the device's URL, which is a secret. `status` is the answer of the push service. */
export type PushFailure = OutboundFailure<
  'time-limit' | 'not-reachable' | 'refused' | 'address-not-public' | 'not-sendable'
>;
