import fc from 'fast-check';
import type { Person } from '../start-test-app.ts';
import { createFittingValues, type Schema } from './fitting-values.ts';
import { hostileTransport } from './hostile-transport.ts';
import { hostileAddressPart, hostileJson, jsonText } from './hostile-values.ts';
import type { Operation } from './operations.ts';
import type { RecordKind, Records } from './records.ts';

export type GeneratedRequest = {
  operation: Operation;
  mode: 'valid' | 'near-valid' | 'hostile';
  caller: Person | null;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** What a request says, before it is put into an address and a body. */
export type Content = { query: [string, string][]; id: string; body: unknown };

const encode = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : jsonText(value)).toWellFormed());

function kindInPath(path: string): RecordKind {
  if (path.startsWith('/api/notifications')) return 'notification';
  return path.startsWith('/api/notebooks') ? 'notebook' : 'entry';
}

/** Requests to a route by a caller: near a half valid, a third with one thing broken, the others broken throughout. */
export function requestsTo(
  operation: Operation,
  caller: Person | null,
  records: Records,
): fc.Arbitrary<GeneratedRequest> {
  const content = fittingContent(operation, caller, records);
  const request = (mode: GeneratedRequest['mode'], parts: Content) => requestOf(operation, caller, mode, parts);
  const valid = content.map((parts) => request('valid', parts));
  const nearValid = fc
    .tuple(content, brokenPart(operation))
    .map(([parts, breakOne]) => request('near-valid', breakOne(parts)));
  const hostile = fc.tuple(content, hostileContent(operation), hostileTransport).map(([fitting, broken, twist]) => {
    const base = request('hostile', twist.keepsContent ? fitting : broken);
    return { ...base, ...twist.change(base) };
  });
  return fc.oneof(
    { weight: 45, arbitrary: valid },
    { weight: 33, arbitrary: nearValid },
    { weight: 22, arbitrary: hostile },
  );
}

/** The request that says this. */
export function requestOf(
  operation: Operation,
  caller: Person | null,
  mode: GeneratedRequest['mode'],
  content: Content,
): GeneratedRequest {
  return {
    operation,
    mode,
    caller,
    method: operation.method,
    url: urlOf(operation, content),
    headers: headersOf(caller, content.body),
    body: content.body === undefined ? undefined : jsonText(content.body),
  };
}

function urlOf({ path }: Operation, { id, query }: Content): string {
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  return `${path.replace('{id}', id)}${search === '' ? '' : `?${search}`}`;
}

function headersOf(caller: Person | null, body: unknown): Record<string, string> {
  return {
    ...(caller !== null && { authorization: `Bearer ${caller.token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

/** What an honest caller would say to the route. */
export function fittingContent(
  { path, query, requiredQuery, body }: Operation,
  caller: Person | null,
  records: Records,
): fc.Arbitrary<Content> {
  const values = createFittingValues(records, caller);
  const fields = Object.entries(query).map(([name, schema]) => [name, values.of(name, schema)] as const);
  // Each filter makes a page smaller: two are enough to be about something.
  const chosen = fc.subarray(Object.keys(query), { maxLength: Math.min(2, Object.keys(query).length) });
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields)),
      chosen,
      values.id(kindInPath(path)),
      body === undefined ? fc.constant(undefined) : values.of('', body),
    )
    .map(([found, names, id, sent]) => ({
      query: [...new Set([...requiredQuery, ...names])].map((name) => [name, encode(found[name])]),
      id,
      body: sent,
    }));
}

/** What can be broken of a content: a parameter, a field of the body, or the id. */
export type Breakable = { part: 'query' | 'body' | 'id'; name: string; schema: Schema };

export function breakablesOf({ path, query, body }: Operation): Breakable[] {
  const of = (part: Breakable['part'], fields: Record<string, Schema>) =>
    Object.entries(fields).map(([name, schema]) => ({ part, name, schema }));
  const found = [
    ...of('query', query),
    ...of('body', body?.properties ?? {}),
    ...of('id', path.includes('{id}') ? { id: { type: 'string', format: 'uuid' } } : {}),
  ];
  // A route without anything to break gets a parameter that it does not know.
  return found.length > 0 ? found : of('query', { unknown: {} });
}

/** The content with one part of it replaced; parameters and ids are given as they are sent. */
export function broken(content: Content, { part, name }: Breakable, value: unknown): Content {
  if (part === 'id') return { ...content, id: String(value) };
  if (part === 'body') return { ...content, body: { ...(content.body as object), [name]: value } };
  return { ...content, query: [...content.query.filter(([other]) => other !== name), [name, String(value)]] };
}

function brokenPart(operation: Operation): fc.Arbitrary<(parts: Content) => Content> {
  return fc.oneof(
    ...breakablesOf(operation).map((breakable) => {
      const values =
        breakable.part === 'body'
          ? fc.oneof(hostileJson, edgeOf(breakable.schema), fc.constant(undefined))
          : fc.oneof(hostileAddressPart, edgeOf(breakable.schema).map(encode));
      return values.map((value) => (parts: Content) => broken(parts, breakable, value));
    }),
  );
}

/** The last values that a schema takes, and the first that it refuses. */
function edgeOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(edgeOf));
  const { minLength = 0, maxLength, minimum = 0, maximum = 2 ** 31 - 1, maxItems, items } = schema;
  if (schema.type === 'string' && maxLength !== undefined) {
    return fc
      .tuple(fc.constantFrom(minLength, maxLength, maxLength + 1), fc.constantFrom('a', 'é', '🌱', ' '))
      .map(([length, letter]) => letter.repeat(length));
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.constantFrom(minimum, minimum - 1, maximum, maximum + 1, minimum + 0.5);
  }
  if (schema.type === 'array') {
    const length = maxItems ?? 100;
    return fc
      .tuple(fc.constantFrom(length, length + 1), edgeOf(items ?? {}))
      .map(([count, item]) => Array(count).fill(item));
  }
  return hostileJson;
}

function hostileContent({ path, query, body }: Operation): fc.Arbitrary<Content> {
  const names = [...Object.keys(query), 'limit', 'a[b]', '__proto__', '%00', 'id'];
  const fields = Object.keys(body?.properties ?? {});
  const bodies = fc.dictionary(fc.constantFrom('__proto__', 'role', 'user_id', 'id', ...fields), hostileJson, {
    maxKeys: 12,
  });
  return fc.record({
    query: fc.array(fc.tuple(fc.constantFrom(...names), hostileAddressPart), { maxLength: 4 }),
    id: path.includes('{id}') ? hostileAddressPart : fc.constant(''),
    body: body === undefined ? fc.constant(undefined) : bodies,
  });
}
