import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';

const ReturnUrl = Type.String({
  format: 'uri',
  maxLength: 2_000,
  description: 'A URL on the origin of this server or of a configured web client.',
});

export const NewCheckout = Type.Object(
  {
    priceId: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A price id that this server is configured with.',
    }),
    successUrl: ReturnUrl,
    cancelUrl: ReturnUrl,
  },
  { title: 'NewCheckout' },
);
export type NewCheckout = Static<typeof NewCheckout>;

export const CheckoutBody = Type.Object(
  {
    sessionId: Type.String(),
    url: Type.String({ description: 'The page of the payment provider on which the user pays.' }),
  },
  { title: 'CheckoutBody' },
);
export type CheckoutBody = Static<typeof CheckoutBody>;

export const NewPortal = Type.Object({ returnUrl: Type.Optional(ReturnUrl) }, { title: 'NewPortal', default: {} });
export type NewPortal = Static<typeof NewPortal>;

export const PortalBody = Type.Object(
  {
    url: Type.String({
      description: 'The page of the payment provider on which the user changes or cancels the subscription.',
    }),
  },
  { title: 'PortalBody' },
);
export type PortalBody = Static<typeof PortalBody>;

export const checkoutErrors = declareErrors({
  priceUnknown: {
    status: 400,
    code: 'payment.price-unknown',
    message: 'This server has no such priceId. Ask its operator for the price ids.',
  },
  returnUrlRejected: {
    status: 400,
    code: 'payment.return-address-refused',
    message: 'The return URL is not allowed. Use a URL of this server or of a configured web client.',
  },
  alreadySubscribed: {
    status: 400,
    code: 'payment.already-subscribed',
    message: 'You already have a subscription. Change or cancel it with POST /api/payment/create-portal-session.',
  },
  nothingToManage: {
    status: 400,
    code: 'payment.nothing-to-manage',
    message: 'You have never paid here. Subscribe with POST /api/payment/create-checkout-session.',
  },
});
