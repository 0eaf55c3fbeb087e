import Type, { type Static } from 'typebox';
import { MessageBody } from '#platform/http/shapes.ts';

export const ConnectionBody = Type.Object(
  {
    url: Type.String({
      description:
        'A page of this server that names your account and continues to the music service. Works once, within ten minutes.',
    }),
  },
  { title: 'MusicConnectionBody' },
);
export type ConnectionBody = Static<typeof ConnectionBody>;

/** More than a URL can contain: the user of a browser gets a page for any parameters, not a validation error. */
const MAX = 65_536;
const AnyParameter = Type.Union([
  Type.String({ maxLength: MAX }),
  Type.Array(Type.String({ maxLength: MAX }), { maxItems: MAX }),
]);

/** `proof` comes from the consent page. */
export const StartQuery = Type.Object({ state: Type.Optional(AnyParameter), proof: Type.Optional(AnyParameter) });
export type StartQuery = Static<typeof StartQuery>;

/** The authorization response (RFC 6749, section 4.1.2). */
export const ConnectionQuery = Type.Object({
  state: Type.Optional(AnyParameter),
  code: Type.Optional(AnyParameter),
  error: Type.Optional(AnyParameter),
});
export type ConnectionQuery = Static<typeof ConnectionQuery>;

export const ConnectedQuery = Type.Object({ music: Type.Optional(AnyParameter), reason: Type.Optional(AnyParameter) });
export type ConnectedQuery = Static<typeof ConnectedQuery>;

export const Page = Type.String({ description: 'An HTML page.' });

export const RedirectBody = Type.Object(MessageBody.properties, { title: 'Redirect', description: 'A redirect.' });
