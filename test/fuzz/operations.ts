import { dereference } from './dereference.ts';
import type { Schema } from './fitting-values.ts';

/** A route as the app's own description gives it. */
export type Operation = {
  method: string;
  /** With names in braces where ids go, as `{id}`, and `{path}` where the key of a file does. */
  path: string;
  /** The shapes of those names, as far as they are described. */
  parameters: Record<string, Schema>;
  query: Record<string, Schema>;
  requiredQuery: string[];
  body: Schema | undefined;
  /** Whether the body is a form, with a file in it. */
  isForm: boolean;
};

type Description = {
  paths?: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
        responses?: Record<string, { content?: Record<string, unknown> }>;
      }
    >
  >;
};

/** The routes of an OpenAPI document, without those whose answer goes on for as long as somebody listens. */
export function operationsOf(document: unknown): Operation[] {
  const { paths = {} } = dereference(document) as Description;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody, responses }]) => {
      if (responses?.['200']?.content?.['text/event-stream'] !== undefined) return [];
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const query = parameters.filter((parameter) => parameter.in === 'query');
      return {
        method: method.toUpperCase(),
        path,
        parameters: Object.fromEntries(inPath.map(({ name, schema }) => [name, schema])),
        query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        requiredQuery: query.filter(({ required }) => required).map(({ name }) => name),
        body: Object.values(requestBody?.content ?? {})[0]?.schema,
        isForm: requestBody?.content['multipart/form-data'] !== undefined,
      };
    }),
  );
}
