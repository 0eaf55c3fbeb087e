import Type, { type Static } from 'typebox';
import { MessageBody } from '../../platform/http/shapes.ts';

export const ConnectionBody = Type.Object(
  {
    url: Type.String({
      description:
        'A page of this server that says whose account it is, and leads on to the music service. It works once, for ten minutes.',
    }),
  },
  { title: 'MusicConnectionBody' },
);
export type ConnectionBody = Static<typeof ConnectionBody>;

/** Longer, and more of them, than an address can hold: whatever a browser is sent here with, somebody looks at the answer. */
const MOST = 65_536;
const Anything = Type.Union([
  Type.String({ maxLength: MOST }),
  Type.Array(Type.String({ maxLength: MOST }), { maxItems: MOST }),
]);

/** `proof` is of the page that was opened before. */
export const StartQuery = Type.Object({ state: Type.Optional(Anything), proof: Type.Optional(Anything) });
export type StartQuery = Static<typeof StartQuery>;

/** What comes back with a person, as far as it is looked at (RFC 6749, 4.1.2). */
export const ConnectionQuery = Type.Object({
  state: Type.Optional(Anything),
  code: Type.Optional(Anything),
  error: Type.Optional(Anything),
});
export type ConnectionQuery = Static<typeof ConnectionQuery>;

export const ConnectedQuery = Type.Object({ music: Type.Optional(Anything), reason: Type.Optional(Anything) });
export type ConnectedQuery = Static<typeof ConnectedQuery>;

export const Page = Type.String({ description: 'An HTML page.' });

export const RedirectBody = Type.Object(MessageBody.properties, { title: 'Redirect', description: 'A redirect.' });
