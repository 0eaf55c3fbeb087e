import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { type ErrorDeclaration, findErrorDeclaration } from '../../errors.ts';
import { ErrorBody } from '../shapes.ts';
import { addExamples, type ExampleValues } from './openapi-examples.ts';

/** The errors of an API that operations have in common. */
export type CommonErrors = {
  /** Codes that every operation may return. They are described once, as the default response. */
  any: readonly string[];
  /** Names of sets of codes. Operations that return exactly such a set share its description. */
  sets: Readonly<Record<string, readonly string[]>>;
  /** The codes that follow from how a route is registered. */
  ofRoute: (route: DescribedRoute) => readonly string[];
};

export type DescribedRoute = { config?: FastifyContextConfig; schema?: FastifySchema };

declare module 'fastify' {
  interface FastifySchema {
    /** Codes of the errors that the operation returns, besides those that are common to all. */
    errors?: readonly string[];
  }
}

/** Every code that a route may return, without those that any operation may. */
export function errorCodesOf(route: DescribedRoute, errors: CommonErrors): string[] {
  return [...new Set([...errors.ofRoute(route), ...(route.schema?.errors ?? [])])];
}

type Json = Record<string, unknown>;
type Operation = Json & { parameters?: Json[]; responses: Record<string, Json>; 'x-error-codes'?: string[] };

/** Values of these keys are data, not schemas. */
const DATA_KEYS = new Set(['example', 'examples', 'default', 'enum', 'const']);

const SCHEMA_ROOT = '#/components/schemas/';
const PARAMETER_ROOT = '#/components/parameters/';
const RESPONSE_ROOT = '#/components/responses/';

/** The default response of every operation. */
const ANY = 'AnyError';

/**
 * Names what repeats in an OpenAPI document. Every schema with a `title` becomes a component of that name, and so does every
 * parameter and response that several operations share. The codes in `x-error-codes` of an operation become its
 * responses. Bodies get an example. Throws if two schemas share a title.
 */
export function nameComponents(document: object, errors: CommonErrors, examples: ExampleValues): Json {
  const described = document as Json;
  const schemas = createSchemaComponents();
  const operations = Object.values(described.paths as Record<string, Record<string, Operation>>).flatMap(Object.values);
  const responses = createErrorResponses(errors, operations as Operation[]);
  const parameters = createParameterComponents(operations as Operation[]);
  schemas.hoist(ErrorBody);
  const paths = Object.fromEntries(
    Object.entries(described.paths as Record<string, Record<string, Operation>>).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          withoutDefaultSecurity(
            schemas.hoist(withResponses(parameters.share(operation), responses.of)) as Json,
            described.security,
          ),
        ]),
      ),
    ]),
  );
  const components = {
    ...(described.components as Json),
    parameters: schemas.hoist(parameters.all()),
    responses: shareSuccesses(Object.values(paths).flatMap(Object.values) as Operation[], responses.all()),
    schemas: schemas.all(),
  };
  const named = { ...described, components, paths };
  addExamples(named, examples);
  return shortenNullables(named) as Json;
}

/** Writes "a string or null" as one type. It means the same as an alternative and reads better. */
function shortenNullables(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shortenNullables);
  if (typeof node !== 'object' || node === null) return node;
  const { anyOf, ...others } = node as Json & { anyOf?: Json[] };
  const [value, none, another] = anyOf ?? [];
  const isNullable = another === undefined && typeof value?.type === 'string' && none?.type === 'null';
  if (isNullable && value.enum === undefined) {
    return { ...(shortenNullables(value) as Json), ...others, type: [value.type, 'null'] };
  }
  const entries = Object.entries(node).map(([key, item]) => [key, DATA_KEYS.has(key) ? item : shortenNullables(item)]);
  return Object.fromEntries(entries);
}

/** What the document requires of every operation is not repeated by one. */
function withoutDefaultSecurity({ security, ...operation }: Json, byDefault: unknown): Json {
  const isDefault = JSON.stringify(security) === JSON.stringify(byDefault);
  return isDefault ? operation : { ...operation, security };
}

function withResponses(
  { 'x-error-codes': codes = [], ...operation }: Operation,
  errorResponses: (codes: readonly string[]) => Json,
): Json {
  const successes = Object.entries(operation.responses).map(([status, response]) => [
    status,
    { ...response, description: describeSuccess(response, String(operation.operationId)) },
  ]);
  return { ...operation, responses: { ...Object.fromEntries(successes), ...errorResponses(codes) } };
}

/** The name that @fastify/swagger gives to a response without a description. */
const UNDESCRIBED = 'Default Response';

function describeSuccess({ description, content }: Json, operationId: string): string {
  if (typeof description === 'string' && description !== UNDESCRIBED) return description;
  const [media] = Object.values((content ?? {}) as Record<string, { schema?: Json }>);
  const { title, properties = {} } = (media?.schema ?? {}) as { title?: string; properties?: Json };
  if (title === undefined) throw new Error(`A response of ${operationId} needs a schema with a title or description.`);
  const [first = '', second] = Object.keys(properties);
  if (title.endsWith('Page')) return `A page of \`${first}\`.`;
  if (title.endsWith('Body') && second === undefined) return `The ${words(first)}.`;
  if (title.endsWith('Run')) return 'The result of the run.';
  if (title === 'Message') return 'A confirmation.';
  return `The ${words(title.replace(/Body$/, ''))}.`;
}

/** `goal_check_in` and `GoalCheckIn` as "goal check in". */
function words(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}

function createSchemaComponents() {
  const components = new Map<string, { shape: string; schema: Json }>();

  function register(title: string, schema: Json): Json {
    // A `$ref` may override the description.
    const { description, default: value, ...rest } = schema;
    const shape = JSON.stringify(rest);
    const known = components.get(title) ?? { shape, schema };
    components.set(title, known);
    if (known.shape !== shape) {
      throw new Error(`Two different schemas have the title ${title}. Rename one: ${known.shape} and ${shape}`);
    }
    return {
      $ref: SCHEMA_ROOT + title,
      ...(description !== undefined && description !== known.schema.description && { description }),
      ...(value !== undefined && value !== known.schema.default && { default: value }),
    };
  }

  function hoist(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(hoist);
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).map(([key, value]) => [key, DATA_KEYS.has(key) ? value : hoist(value)]);
    const { title, ...schema } = Object.fromEntries(entries) as Json;
    return typeof title === 'string' ? register(title, schema) : { ...schema, ...(title !== undefined && { title }) };
  }

  return { hoist, all: () => sortedByName([...components].map(([name, { schema }]) => [name, schema])) };
}

/** Makes components of parameters: for each name, the one that most operations have. */
function createParameterComponents(operations: readonly Operation[]) {
  const shared = mostFrequentByName(
    operations.flatMap(({ parameters = [] }) => parameters),
    ({ name }) => String(name),
  );

  function share({ parameters, ...operation }: Operation): Operation {
    const references = parameters?.map((one) =>
      shared.get(String(one.name)) === JSON.stringify(one) ? { $ref: PARAMETER_ROOT + one.name } : one,
    );
    return { ...operation, ...(references && { parameters: references }) } as Operation;
  }

  return { share, all: () => sortedByName([...shared].map(([name, text]) => [name, JSON.parse(text) as Json])) };
}

function createErrorResponses(errors: CommonErrors, operations: readonly Operation[]) {
  const shared = new Map<string, Json>();
  const sets = Object.entries(errors.sets);
  const nameOfSet = new Map(sets.map(([name, codes]) => [keyOf(codes), name]));
  const repeated = countRepeated(
    operations.flatMap(({ 'x-error-codes': codes = [] }) => Object.values(groupByStatus(codes)).map(keyOf)),
  );

  function share(name: string, response: () => Json): Json {
    if (!shared.has(name)) shared.set(name, response());
    return { $ref: RESPONSE_ROOT + name };
  }

  function responseOf(codes: readonly string[]): Json {
    const name = nameOfSet.get(keyOf(codes)) ?? (codes.length === 1 ? codes[0] : undefined);
    if (name !== undefined) return share(name, () => describeErrors(codes));
    const common = findLargestSet(codes);
    const own = codes.filter((code) => !common?.codes.includes(code));
    const isInDefault = common?.codes.every((code) => errors.any.includes(code)) === true;
    if (common !== undefined && !isInDefault) share(common.name, () => describeErrors(common.codes));
    const describe = () => describeErrors(codes, own, isInDefault ? ANY : common?.name);
    return repeated.has(keyOf(codes)) ? share([common?.name ?? [], own].flat().join('_'), describe) : describe();
  }

  /** The largest set within the codes: a response refers to its texts in place of repeating them. */
  function findLargestSet(codes: readonly string[]): { name: string; codes: readonly string[] } | undefined {
    return sets
      .map(([name, ofSet]) => ({ name, codes: ofSet }))
      .filter((set) => set.codes.every((code) => codes.includes(code)))
      .sort((a, b) => b.codes.length - a.codes.length)[0];
  }

  function of(codes: readonly string[]): Json {
    // Failures of the server that any operation may return are in the default response.
    const byStatus = Object.entries(groupByStatus(codes)).filter(
      ([status, ofStatus]) => Number(status) < 500 || ofStatus.some((code) => !errors.any.includes(code)),
    );
    return {
      ...Object.fromEntries(byStatus.map(([status, ofStatus]) => [status, responseOf(ofStatus)])),
      default: share(ANY, () => describeErrors(errors.any)),
    };
  }

  return { of, all: () => sortedByName([...shared]) };
}

/** Adds successes to the shared responses: of those with one schema, the one that most operations have. They refer to it. */
function shareSuccesses(operations: readonly Operation[], errorResponses: Json): Json {
  const shared = mostFrequentByName(
    operations.flatMap(({ responses }) => Object.values(responses)),
    ({ content }) => {
      const [media] = Object.values((content ?? {}) as Record<string, { schema?: Json }>);
      const name = String(media?.schema?.$ref ?? '').slice(SCHEMA_ROOT.length);
      return name in errorResponses ? '' : name;
    },
  );
  const references = new Map([...shared].map(([name, text]) => [text, { $ref: RESPONSE_ROOT + name }]));
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      responses[status] = references.get(JSON.stringify(response)) ?? response;
    }
  }
  const successes = [...shared].map(([name, text]): [string, Json] => [name, JSON.parse(text) as Json]);
  return sortedByName([...(Object.entries(errorResponses) as [string, Json][]), ...successes]);
}

/** Returns, for each name, the most frequent part that occurs more than once, as text. Parts without a name are not shared. */
function mostFrequentByName(parts: readonly Json[], nameOf: (part: Json) => string): Map<string, string> {
  const byName = new Map<string, string>();
  for (const text of countRepeated(parts.map((part) => JSON.stringify(part))).keys()) {
    const name = nameOf(JSON.parse(text) as Json);
    if (name !== '' && !byName.has(name)) byName.set(name, text);
  }
  return byName;
}

/** Texts that occur more than once, most frequent first. */
function countRepeated(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a));
}

function groupByStatus(codes: readonly string[]): Record<string, string[]> {
  const byStatus: Record<string, string[]> = {};
  for (const code of new Set(codes)) {
    const { status } = findErrorDeclaration(code);
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return byStatus;
}

function keyOf(codes: readonly string[]): string {
  return [...codes].sort().join(' ');
}

/** `described` are the codes with a text; those of the response `common` have theirs there. */
function describeErrors(codes: readonly string[], described = codes, common?: string): Json {
  const lines = described.map((code) => describeError(findErrorDeclaration(code)));
  const schema = { allOf: [{ $ref: `${SCHEMA_ROOT}Error` }], properties: { code: { enum: [...codes].sort() } } };
  return {
    description: [...lines, ...(common === undefined ? [] : [`- what \`${common}\` lists`])].join('\n'),
    content: { 'application/json': { schema } },
  };
}

function describeError({ code, message }: ErrorDeclaration): string {
  return `- \`${code}\`: ${message}`;
}

function sortedByName(entries: [string, Json][]): Json {
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
