import fc from 'fast-check';
import { secondsNow, signatureOf } from '#sandbox/payment/protocol.ts';
import type { Person } from '../start-test-app.ts';
import { createFittingValues, type FittingValues, type Schema } from './fitting-values.ts';
import { FORM_TYPE, formBytes } from './form-bytes.ts';
import { hostileTransport } from './hostile-transport.ts';
import { hostileAddressPart, hostileJson, jsonText } from './hostile-values.ts';
import type { Operation } from './operations.ts';
import { parametersOf } from './record-kinds.ts';
import type { Address, Records } from './records.ts';

export type GeneratedRequest = {
  operation: Operation;
  mode: 'valid' | 'near-valid' | 'hostile';
  caller: Person | null;
  method: string;
  /** The ids in the path. */
  address: Address;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
};

/** The content of a request before it is encoded. */
export type Content = { query: [string, string][]; parameters: Record<string, string>; body: unknown };

/** The cron secret of the app under test. */
export const CRON_SECRET = 'secret-that-is-generated';

/** The signing secret of the payment provider of the app under test. */
export const SIGNING_SECRET = 'generated';

/** The clock of the app under test stopped about now. */
const SIGNED_AT = secondsNow();

const UUID: Schema = { type: 'string', format: 'uuid' };

const encode = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : jsonText(value)).toWellFormed());

/** Generates requests to a route: almost half are valid, a third have one invalid part, the others are completely invalid. */
export function requestsTo(
  operation: Operation,
  caller: Person | null,
  records: Records,
): fc.Arbitrary<GeneratedRequest> {
  const content = fittingContent(operation, caller, records);
  const request = (mode: GeneratedRequest['mode'], parts: Content) => requestOf(operation, caller, mode, parts);
  const nearValid = fc
    .tuple(content, brokenPart(operation))
    .map(([parts, breakOne]) => request('near-valid', breakOne(parts)));
  const hostile = fc.tuple(content, hostileContent(operation), hostileTransport).map(([fitting, broken, twist]) => {
    const base = request('hostile', twist.keepsContent ? fitting : broken);
    return { ...base, ...twist.change(base) };
  });
  return fc.oneof(
    { weight: 45, arbitrary: validRequestsTo(operation, caller, records) },
    { weight: 33, arbitrary: nearValid },
    { weight: 22, arbitrary: hostile },
  );
}

/** Generates valid requests. */
export function validRequestsTo(
  operation: Operation,
  caller: Person | null,
  records: Records,
): fc.Arbitrary<GeneratedRequest> {
  return fittingContent(operation, caller, records).map((parts) => requestOf(operation, caller, 'valid', parts));
}

/** Encodes a content as a request. */
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
    address: parametersOf(operation.path).map(({ name }) => content.parameters[name] ?? ''),
    url: urlOf(operation, content),
    headers: headersOf(operation, caller, content.body),
    body: bodyOf(operation, content.body),
  };
}

function bodyOf({ isForm }: Operation, body: unknown): GeneratedRequest['body'] {
  if (body === undefined) return undefined;
  return isForm ? formBytes(body) : jsonText(body);
}

function urlOf({ path }: Operation, { parameters, query }: Content): string {
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
  return `${filled}${search === '' ? '' : `?${search}`}`;
}

function headersOf(operation: Operation, caller: Person | null, body: unknown): Record<string, string> {
  const { path, isForm } = operation;
  const isSigned = path === '/api/payment/webhook' && body !== undefined;
  return {
    ...(caller !== null && { authorization: `Bearer ${caller.token}` }),
    ...(isSigned && { 'stripe-signature': signatureOf(jsonText(body), SIGNING_SECRET, SIGNED_AT) }),
    ...((path.includes('/cron/') || path === '/api/music/sync-all') && { 'x-cron-secret': CRON_SECRET }),
    ...(body !== undefined && { 'content-type': isForm ? FORM_TYPE : 'application/json' }),
  };
}

/** Generates valid contents for a route. */
export function fittingContent(operation: Operation, caller: Person | null, records: Records): fc.Arbitrary<Content> {
  const { query, requiredQuery, body } = operation;
  const values = createFittingValues(records, caller);
  const fields = Object.entries(query).map(([name, schema]) => [name, values.of(name, schema)] as const);
  // With more than two filters, most pages would be empty.
  const chosen = fc.subarray(Object.keys(query), { maxLength: Math.min(2, Object.keys(query).length) });
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields)),
      chosen,
      fittingParameters(operation, values),
      body === undefined ? fc.constant(undefined) : values.of('', body),
    )
    .map(([found, names, parameters, sent]) => ({
      // The parameter is repeated for each value of a list.
      query: [...new Set([...requiredQuery, ...names])].flatMap((name) =>
        [found[name]].flat().map((value): [string, string] => [name, encode(value)]),
      ),
      parameters,
      body: sent,
    }));
}

/**
 * Generates values of path parameters: the ids of one record and its parents, or else of unrelated records. Parameters that are no ids
 * follow their schema.
 */
function fittingParameters(operation: Operation, values: FittingValues): fc.Arbitrary<Record<string, string>> {
  const parameters = parametersOf(operation.path);
  const addresses = parameters.map(({ name, kind }) => {
    const { [name]: schema = UUID } = operation.parameters;
    // The key of a file and the id of a track are no UUIDs, but identify a record.
    const isRecord = schema.format === 'uuid' || kind === 'file' || kind === 'track';
    return isRecord ? values.address(kind) : values.of(name, schema).map((value) => [encode(value)]);
  });
  return fc.tuple(...addresses).map((found) => {
    const innermost = found.at(-1) ?? [];
    const chosen = parameters.map(({ name }, index) => {
      const value = innermost.at(index - parameters.length) ?? found[index]?.at(-1) ?? '';
      return [name, value] as const;
    });
    return Object.fromEntries(chosen);
  });
}

/** A part of a content that can be invalid: a parameter of the query or the path, or a field of the body. */
export type Breakable = { part: 'query' | 'body' | 'path'; name: string; schema: Schema };

export function breakablesOf({ path, parameters, query, body }: Operation): Breakable[] {
  const of = (part: Breakable['part'], fields: Record<string, Schema>) =>
    Object.entries(fields).map(([name, schema]) => ({ part, name, schema }));
  const found = [
    ...of('query', query),
    ...of('body', body?.properties ?? {}),
    ...of('path', Object.fromEntries(parametersOf(path).map(({ name }) => [name, parameters[name] ?? UUID]))),
  ];
  // A route without such a part gets an unknown parameter.
  return found.length > 0 ? found : of('query', { unknown: {} });
}

/** Replaces one part of a content. Parameters and ids are already encoded. */
export function broken(content: Content, { part, name }: Breakable, value: unknown): Content {
  if (part === 'path') return { ...content, parameters: { ...content.parameters, [name]: String(value) } };
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

/** The maximum of characters in a text if there are many: a hundred texts of 1 MB exceed the memory of a process. */
const MAX_OF_MANY = 10_000;

/** Generates the limits of a schema: the last valid and the first invalid values. */
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
      .map(([count, item]) => Array(count).fill(jsonText(item).length > MAX_OF_MANY ? null : item));
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
    parameters: fc.record(Object.fromEntries(parametersOf(path).map(({ name }) => [name, hostileAddressPart]))),
    body: body === undefined ? fc.constant(undefined) : bodies,
  });
}
