import Type from 'typebox';

/** Read out of its bytes, and only once they are known to be signed: nothing else holds it against this shape. */
export const PaymentEventBody = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 255 }),
    type: Type.String({ minLength: 1, maxLength: 100 }),
    created: Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: 'Seconds since 1970.' }),
    data: Type.Object({ object: Type.Object({}, { description: 'What the event is about, as it was then.' }) }),
  },
  { title: 'PaymentEvent' },
);

export const SignatureHeader = Type.Object({
  'stripe-signature': Type.Optional(Type.String({ description: 't=<seconds since 1970>,v1=<HMAC-SHA-256>' })),
});

export const ReceivedBody = Type.Object({ received: Type.Literal(true) }, { title: 'Acknowledgement' });
