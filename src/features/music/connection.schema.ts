import Type, { type Static } from 'typebox';

export const ConnectionBody = Type.Object({
  url: Type.String({ description: 'Where you allow it: a page of the music service. It works once, for ten minutes.' }),
});
export type ConnectionBody = Static<typeof ConnectionBody>;

/** Longer, and more of them, than an address can hold: whatever a browser is sent here with, somebody looks at the answer. */
const MOST = 65_536;
const Anything = Type.Union([
  Type.String({ maxLength: MOST }),
  Type.Array(Type.String({ maxLength: MOST }), { maxItems: MOST }),
]);

/** What comes back with a person, as far as it is looked at (RFC 6749, 4.1.2). */
export const ConnectionQuery = Type.Object({
  state: Type.Optional(Anything),
  code: Type.Optional(Anything),
  error: Type.Optional(Anything),
});
export type ConnectionQuery = Static<typeof ConnectionQuery>;

export const ConnectedQuery = Type.Object({ music: Type.Optional(Anything), reason: Type.Optional(Anything) });
export type ConnectedQuery = Static<typeof ConnectedQuery>;

/** HTML. */
export const ConnectedPage = Type.String();
