import Type, { type Static } from 'typebox';

export const ConnectionBody = Type.Object({
  url: Type.String({ description: 'Where you allow it: a page of the music service. It works once, for ten minutes.' }),
});
export type ConnectionBody = Static<typeof ConnectionBody>;

/** What comes back with a person, as far as it is looked at (RFC 6749, 4.1.2). */
export const ConnectionQuery = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 4_096 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ConnectionQuery = Static<typeof ConnectionQuery>;
