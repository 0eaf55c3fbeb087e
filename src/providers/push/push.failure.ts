/**
 * Why a message was not delivered, for the operator. It never holds the message, nor the address, which is a secret of the
 * device. `status` is the answer of the push service; `networkCode` the operating system's word for it, such as ECONNREFUSED.
 */
export type PushFailure = {
  reason: 'time-limit' | 'not-reachable' | 'refused' | 'address-not-public' | 'not-sendable';
  status?: number;
  networkCode?: string;
};
