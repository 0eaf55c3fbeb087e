import Type, { type Static } from 'typebox';
import { Page } from './health.schema.ts';

export const ServerFacts = Type.Object(
  {
    name: Type.Literal('Meadow'),
    version: Type.String(),
    docs: Type.String({ format: 'uri', description: 'The page about the interface.' }),
    openapi: Type.String({ format: 'uri' }),
    health: Type.String({ format: 'uri' }),
  },
  { title: 'ServerFacts' },
);
export type ServerFacts = Static<typeof ServerFacts>;

/** What the answer is depends on what the client accepts. */
export const FrontPage = {
  description: 'A page for browsers, and the facts for other clients.',
  content: { 'application/json': { schema: ServerFacts }, 'text/html': { schema: Page } },
};

/** SVG. */
export const Icon = Type.String();
