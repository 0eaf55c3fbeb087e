import type { JSONSchema7 } from 'ai';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The schema as JSON, with `additionalProperties: false` in every object: providers require it in strict mode. */
export function closedJsonSchema(schema: TSchema): JSONSchema7 {
  return close(JSON.parse(JSON.stringify(schema))) as JSONSchema7;
}

/** The value without unknown properties, or undefined if it does not fit the schema. Nothing is converted. */
export function fittingObject<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> | undefined {
  const cleaned = Value.Clean(schema, value);
  return Value.Check(schema, cleaned) ? cleaned : undefined;
}

type Json = { [key: string]: unknown };

function close(schema: unknown): unknown {
  if (!isJson(schema)) {
    return schema;
  }
  const closed: Json = { ...schema };
  for (const keyword of ['items', 'additionalProperties']) {
    if (isJson(closed[keyword])) {
      closed[keyword] = close(closed[keyword]);
    }
  }
  for (const keyword of ['items', 'anyOf', 'oneOf', 'allOf']) {
    if (Array.isArray(closed[keyword])) {
      closed[keyword] = closed[keyword].map(close);
    }
  }
  for (const keyword of ['properties', '$defs']) {
    if (isJson(closed[keyword])) {
      closed[keyword] = Object.fromEntries(Object.entries(closed[keyword]).map(([name, part]) => [name, close(part)]));
    }
  }
  return isJson(closed.properties) ? { additionalProperties: false, ...closed } : closed;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
