import { declareErrors } from '#platform/errors.ts';

/** Errors of the payment provider. No message contains what was sent or received. */
export const paymentErrors = declareErrors({
  notConfigured: {
    status: 500,
    code: 'payment.not-configured',
    message: 'This server has no payment provider. Ask its operator to set PAYMENT_API_KEY.',
  },
  unavailable: {
    status: 502,
    code: 'payment.unavailable',
    message: 'The payment provider is not available. Nothing was charged. Try again in a minute.',
  },
  declined: {
    status: 502,
    code: 'payment.declined',
    message: 'The payment provider declined the payment. Nothing was charged. Try again later, or ask your bank.',
  },
  refused: {
    status: 502,
    code: 'payment.refused',
    message:
      'The payment provider rejected the request. Ask the operator of this server to check PAYMENT_API_KEY and PAYMENT_PRICE_IDS.',
  },
  customerUnknown: {
    status: 502,
    code: 'payment.customer-unknown',
    message: 'The payment provider has no customer for you any more. Start a checkout to create one.',
  },
  badResponse: {
    status: 502,
    code: 'payment.bad-response',
    message: 'The response of the payment provider is not usable. Try again in a minute.',
  },
  timeout: {
    status: 503,
    code: 'payment.timeout',
    message: 'The payment provider did not respond in time. Nothing was charged. Try again in a minute.',
  },
  signatureInvalid: {
    status: 400,
    code: 'payment.signature-invalid',
    message:
      'The event needs a signature of the last five minutes, made with the secret of this server. Send the body exactly as signed.',
  },
  webhookNotConfigured: {
    status: 400,
    code: 'payment.webhook-not-configured',
    message: 'This server cannot verify events. Ask its operator to set PAYMENT_SIGNING_SECRET.',
  },
  eventUnreadable: {
    status: 400,
    code: 'payment.event-unreadable',
    message:
      'The event is signed, but its content does not fit its type. Send it again after an update of this server.',
  },
  eventThin: {
    status: 400,
    code: 'payment.event-thin',
    message:
      'The event is signed, but it is a thin event. Create a destination with snapshot events at the payment provider.',
  },
});
