import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { type ErrorDeclaration, findErrorDeclaration } from '../../errors.ts';
import { ErrorBody } from '../shapes.ts';
import { addExamples, type ExampleValues } from './openapi-examples.ts';

/** The errors of an API that operations have in common. */
export type CommonErrors = {
  /** Codes that every operation may answer. They are described once, as the default response. */
  any: readonly string[];
  /** Names of sets of codes. Operations that answer exactly such a set share its description. */
  sets: Readonly<Record<string, readonly string[]>>;
  /** The codes that follow from how a route is registered. */
  ofRoute: (route: DescribedRoute) => readonly string[];
};

export type DescribedRoute = { config?: FastifyContextConfig; schema?: FastifySchema };

declare module 'fastify' {
  interface FastifySchema {
    /** Codes of the errors that the operation answers, besides those that are common to all. */
    errors?: readonly string[];
  }
}

/** Every code that a route may answer, without those that any operation may. */
export function errorCodesOf(route: DescribedRoute, errors: CommonErrors): string[] {
  return [...new Set([...errors.ofRoute(route), ...(route.schema?.errors ?? [])])];
}

type Json = Record<string, unknown>;
type Operation = Json & { responses: Record<string, Json>; 'x-error-codes'?: string[] };

/** Values of these keys are data, not schemas. */
const DATA_KEYS = new Set(['example', 'examples', 'default', 'enum', 'const']);

const SCHEMA_ROOT = '#/components/schemas/';
const RESPONSE_ROOT = '#/components/responses/';

/**
 * Names what repeats in an OpenAPI document. Every schema with a `title` becomes a component of that name, and the codes in
 * `x-error-codes` of an operation become its responses. Bodies get an example. Throws if two schemas share a title.
 */
export function nameComponents(document: object, errors: CommonErrors, examples: ExampleValues): Json {
  const described = document as Json;
  const schemas = createSchemaComponents();
  const responses = createErrorResponses(errors);
  schemas.hoist(ErrorBody);
  const paths = Object.fromEntries(
    Object.entries(described.paths as Record<string, Record<string, Operation>>).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          schemas.hoist(withResponses(operation, responses.of)),
        ]),
      ),
    ]),
  );
  const components = { ...(described.components as Json), schemas: schemas.all(), responses: responses.all() };
  const named = { ...described, components, paths };
  addExamples(named, examples);
  return named;
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
    // A use may describe the component in words of its own.
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

function createErrorResponses(errors: CommonErrors) {
  const shared = new Map<string, Json>();
  const nameOfSet = new Map(Object.entries(errors.sets).map(([name, codes]) => [keyOf(codes), name]));

  function share(name: string, codes: readonly string[]): Json {
    if (!shared.has(name)) shared.set(name, describeErrors(codes));
    return { $ref: RESPONSE_ROOT + name };
  }

  function responseOf(codes: readonly string[]): Json {
    const [only = '', another] = codes;
    const name = another === undefined ? only : nameOfSet.get(keyOf(codes));
    return name === undefined ? describeErrors(codes) : share(name, codes);
  }

  function of(codes: readonly string[]): Json {
    const byStatus: Record<string, string[]> = {};
    for (const code of new Set(codes)) {
      const { status } = findErrorDeclaration(code);
      byStatus[status] = [...(byStatus[status] ?? []), code];
    }
    return {
      ...Object.fromEntries(Object.entries(byStatus).map(([status, ofStatus]) => [status, responseOf(ofStatus)])),
      default: share('AnyError', errors.any),
    };
  }

  return { of, all: () => sortedByName([...shared]) };
}

function keyOf(codes: readonly string[]): string {
  return [...codes].sort().join(' ');
}

function describeErrors(codes: readonly string[]): Json {
  const declarations = codes.map(findErrorDeclaration);
  const schema = { allOf: [{ $ref: `${SCHEMA_ROOT}Error` }], properties: { code: { enum: [...codes].sort() } } };
  return {
    description: declarations.map(describeError).join('\n'),
    content: { 'application/json': { schema } },
  };
}

function describeError({ code, message }: ErrorDeclaration): string {
  return `- \`${code}\`: ${message}`;
}

function sortedByName(entries: [string, Json][]): Json {
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
