import Type, { type Static } from 'typebox';

export const ServerFacts = Type.Object(
  {
    name: Type.Literal('Meadow'),
    version: Type.String(),
    docs: Type.String({ format: 'uri', description: 'The API documentation.' }),
    openapi: Type.String({ format: 'uri' }),
    health: Type.String({ format: 'uri' }),
  },
  { title: 'ServerFacts' },
);
export type ServerFacts = Static<typeof ServerFacts>;

const Page = Type.String({ description: 'An HTML page.' });

/** The response depends on the Accept header. */
export const FrontPage = {
  description: 'An HTML page for browsers, and JSON for other clients.',
  content: { 'application/json': { schema: ServerFacts }, 'text/html': { schema: Page } },
};

export const Icon = Type.String({ description: 'An SVG image.' });
