import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

const ReturnAddress = Type.String({
  format: 'uri',
  maxLength: 2_000,
  description: 'On the origin of this server, or on one of the web clients that it knows.',
});

export const NewCheckout = Type.Object(
  {
    priceId: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'One of those that this server is configured with.',
    }),
    successUrl: ReturnAddress,
    cancelUrl: ReturnAddress,
  },
  { title: 'NewCheckout' },
);
export type NewCheckout = Static<typeof NewCheckout>;

export const CheckoutBody = Type.Object(
  {
    sessionId: Type.String(),
    url: Type.String({ description: 'Where the person pays: a page of the payment provider.' }),
  },
  { title: 'CheckoutBody' },
);
export type CheckoutBody = Static<typeof CheckoutBody>;

export const NewPortal = Type.Object({ returnUrl: Type.Optional(ReturnAddress) }, { title: 'NewPortal', default: {} });
export type NewPortal = Static<typeof NewPortal>;

export const PortalBody = Type.Object(
  {
    url: Type.String({
      description: 'Where the person changes or ends what they pay for: a page of the payment provider.',
    }),
  },
  { title: 'PortalBody' },
);
export type PortalBody = Static<typeof PortalBody>;

export const checkoutErrors = declareErrors({
  priceUnknown: {
    status: 400,
    code: 'payment.price-unknown',
    message: 'This server sells nothing at this priceId. Ask its operator which there are.',
  },
  returnAddressRefused: {
    status: 400,
    code: 'payment.return-address-refused',
    message: 'People are sent back to this server or to a web client that it knows. Use an address of one of those.',
  },
  alreadySubscribed: {
    status: 400,
    code: 'payment.already-subscribed',
    message: 'You have a subscription already. Change or end it at POST /api/payment/create-portal-session.',
  },
  nothingToManage: {
    status: 400,
    code: 'payment.nothing-to-manage',
    message: 'You have never paid here. Begin at POST /api/payment/create-checkout-session.',
  },
});
