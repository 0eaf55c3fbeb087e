import { dereference } from './dereference.ts';
import type { Schema } from './fitting-values.ts';

/** A route of the API description. */
export type Operation = {
  method: string;
  /** The path with names of parameters, such as `{id}`; `{path}` is the key of a file. */
  path: string;
  /** The schemas of the path parameters, if described. */
  parameters: Record<string, Schema>;
  query: Record<string, Schema>;
  requiredQuery: string[];
  body: Schema | undefined;
  /** Whether the body is a form with a file. */
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

/** Returns the routes of an OpenAPI document except streams. */
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
