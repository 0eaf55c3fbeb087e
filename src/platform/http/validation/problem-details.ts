import type { FastifyError } from 'fastify';
import type { ErrorDetail } from '../../errors.ts';
import { labelOf, requestOf } from './field-label.ts';

type SchemaError = NonNullable<FastifyError['validation']>[number];

/**
 * What is wrong with a part of a request (`body`, `querystring` or `params`), with the keyword of JSON Schema as `rule`. Each
 * missing field has its own path. The errors of a union become one detail if they name values, types or formats.
 */
export function detailsOf(part: string, errors: readonly SchemaError[]): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  let ofUnion: SchemaError[] = [];
  const endUnion = () => {
    details.push(...detailsOfUnion(part, ofUnion));
    ofUnion = [];
  };
  for (const error of errors) {
    // The errors of the alternatives come first, then the one of the union.
    if (error.schemaPath.includes('/anyOf/')) ofUnion.push(error);
    else {
      endUnion();
      if (error.keyword !== 'anyOf') details.push(...detailsOfError(part, error));
    }
  }
  endUnion();
  return details;
}

function detailsOfUnion(part: string, errors: readonly SchemaError[]): ErrorDetail[] {
  const alternatives = errors.filter(({ keyword }) => keyword !== 'anyOf');
  const others = alternatives.filter((error) => !isNull(error));
  const [first] = others;
  if (first === undefined) return [];
  const isOneValue = others.every((error) => error.instancePath === first.instancePath && expectedOf(error) !== null);
  if (!isOneValue) return others.flatMap((error) => detailsOfError(part, error));
  const isChoice = others.every(({ keyword }) => keyword === 'const' || keyword === 'enum');
  const expected = [...new Set(alternatives.flatMap((error) => expectedOf(error) ?? []))];
  const path = pathOf(part, first);
  const isOneRule = others.every(({ keyword }) => keyword === first.keyword);
  return [
    isChoice
      ? { path, message: `${labelOf(path)} must be one of: ${expected.join(', ')}.`, rule: 'enum' }
      : {
          path,
          message: `${labelOf(path)} must be ${expected.join(' or ')}.`,
          rule: isOneRule ? first.keyword : 'anyOf',
        },
  ];
}

function isNull({ keyword, params }: SchemaError): boolean {
  return keyword === 'type' && params.type === 'null';
}

function detailsOfError(part: string, error: SchemaError): ErrorDetail[] {
  const { keyword, params } = error;
  const path = pathOf(part, error);
  if (keyword === 'required') {
    const missing = params.requiredProperties as string[];
    return missing.map((name) => ({
      path: `${path}.${name}`,
      message: `Give ${requestOf(name)}.`,
      rule: keyword,
    }));
  }
  return [{ path, message: `${labelOf(path)} ${requirementOf(error)}.`, rule: keyword }];
}

function pathOf(part: string, { instancePath }: SchemaError): string {
  return `${part}${instancePath.replaceAll('/', '.')}`;
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  date: 'a date such as 2026-03-31',
  'date-time': 'a date and time such as 2026-03-31T07:30:00Z',
  email: 'an email address such as ada@example.org',
  uri: 'an http or https URL',
  ip: 'an IP address',
};

/** What a value must be; null if the rule is about a property of the value, such as its length. */
function expectedOf({ keyword, params }: SchemaError): string[] | null {
  if (keyword === 'type') return [params.type].flat().map((type) => TYPES[String(type)] ?? String(type));
  if (keyword === 'format') return [FORMATS[String(params.format)] ?? `of the format ${params.format}`];
  if (keyword === 'const') return [String(params.allowedValue)];
  if (keyword === 'enum') return (params.allowedValues as unknown[]).map(String);
  return null;
}

type Requirement = (params: Record<string, unknown>) => string;

const REQUIREMENTS: Record<string, Requirement> = {
  minLength: ({ limit }) => `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  minProperties: ({ limit }) => `must have at least ${count(limit, 'field')}`,
  maxProperties: ({ limit }) => `must have at most ${count(limit, 'field')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  uniqueItems: () => 'must not have the same item twice',
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? `must match the pattern ${pattern}`,
  enum: ({ allowedValues }) => `must be one of: ${(allowedValues as unknown[]).join(', ')}`,
  not: () => 'has a value that is not allowed',
};

/** Patterns of schemas in words. */
const PATTERNS: Record<string, string> = {
  '\\S': 'must not be blank',
  '^.{14}[47]': 'must be a UUID of version 4 or 7',
  '^([01]\\d|2[0-3]):[0-5]\\d$': 'must be a time such as 07:30',
};

function requirementOf(error: SchemaError): string {
  const requirement = REQUIREMENTS[error.keyword];
  if (requirement !== undefined) return requirement(error.params);
  const expected = expectedOf(error);
  return expected === null ? (error.message ?? 'is not valid') : `must be ${expected.join(' or ')}`;
}

function count(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`;
}
