import Type from 'typebox';

/** Documents the body. The provider client parses it after the signature is verified. */
export const PaymentEventBody = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 255 }),
    type: Type.String({ minLength: 1, maxLength: 100 }),
    created: Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: 'Seconds since 1970.' }),
    data: Type.Object({ object: Type.Object({}, { description: 'The object of the event, as of its time.' }) }),
  },
  { title: 'PaymentEvent' },
);

export const SignatureHeader = Type.Object({
  'stripe-signature': Type.Optional(Type.String({ description: 't=<seconds since 1970>,v1=<HMAC-SHA-256>' })),
});

export const ReceivedBody = Type.Object({ received: Type.Literal(true) }, { title: 'Acknowledgement' });
