import { declareErrors } from '../../platform/errors.ts';

/** Everything that can go wrong with the payment provider, as a client sees it. No message holds what was sent or received. */
export const paymentErrors = declareErrors({
  notConfigured: {
    status: 500,
    code: 'payment.not-configured',
    message: 'This server has no payment provider. Ask its operator to set PAYMENT_API_KEY.',
  },
  unavailable: {
    status: 502,
    code: 'payment.unavailable',
    message: 'The payment provider cannot be used at the moment. Nothing was charged; try again in a minute.',
  },
  declined: {
    status: 502,
    code: 'payment.declined',
    message: 'The payment provider declined. Nothing was charged; try again later, or ask your bank.',
  },
  refused: {
    status: 502,
    code: 'payment.refused',
    message:
      'The payment provider refused the request. Ask the operator of this server to check its key and its prices.',
  },
  customerUnknown: {
    status: 502,
    code: 'payment.customer-unknown',
    message: 'The payment provider does not know you any more. Start a checkout to become known again.',
  },
  badAnswer: {
    status: 502,
    code: 'payment.bad-answer',
    message: 'The payment provider gave an answer that cannot be used. Try again in a minute.',
  },
  timeout: {
    status: 503,
    code: 'payment.timeout',
    message: 'The payment provider took too long to answer. Nothing was charged; try again in a minute.',
  },
  signatureInvalid: {
    status: 400,
    code: 'payment.signature-invalid',
    message:
      'The event is not signed with the secret of this server within the last five minutes. Send it exactly as it was signed.',
  },
  webhookNotConfigured: {
    status: 400,
    code: 'payment.webhook-not-configured',
    message: 'This server can verify no event. Ask its operator to set PAYMENT_SIGNING_SECRET.',
  },
  eventUnreadable: {
    status: 400,
    code: 'payment.event-unreadable',
    message: 'The event is signed, but not of the shape that its type has. Send it again once this server knows it.',
  },
});
