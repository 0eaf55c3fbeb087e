import type { Schema } from './fitting-values.ts';

/** A route as the app's own description gives it. */
export type Operation = {
  method: string;
  /** With names in braces, such as `{id}`, where ids go. */
  path: string;
  /** The names of those ids. */
  ids: string[];
  query: Record<string, Schema>;
  requiredQuery: string[];
  body: Schema | undefined;
};

type Description = {
  paths?: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
};

/** The routes of an OpenAPI document. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries((document as Description).paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const query = parameters.filter((parameter) => parameter.in === 'query');
      return {
        method: method.toUpperCase(),
        path,
        ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
        query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        requiredQuery: query.filter(({ required }) => required).map(({ name }) => name),
        body: requestBody?.content['application/json']?.schema,
      };
    }),
  );
}

/** How many records a request to the route has to name. */
export function recordsIn({ ids, body }: Operation): number {
  const required = body?.required ?? [];
  return ids.length + required.filter((name) => body?.properties?.[name]?.format === 'uuid').length;
}
