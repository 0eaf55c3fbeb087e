import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

type Validator = ReturnType<typeof Compile>;

/** Schemas that routes share are compiled once in a process, for the first request that has one. */
const validators = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/**
 * Validates each part of a request. Bodies are not coerced: `"5"`, `null` and `true` are not numbers.
 * Query and path are text, so a plain decimal number, `true` or `false` is converted to the type of the schema, and nothing else
 * (`Infinity`, `1e999` and ` 5` stay text and are rejected).
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const read = httpPart === 'body' ? readerOfBodies(schema) : readerOfTexts(schema);
  let validator: Validator | undefined;
  return (received: unknown) => {
    validator ??= validatorOf(schema);
    const value = read(received);
    if (validator.Check(value)) return { value };
    // If there is no body, the error names each missing field.
    const missing = value === null || value === undefined ? validator.Errors({}) : [];
    return { error: (missing.length > 0 ? missing : validator.Errors(value)) as unknown as Error };
  };
};

/** Replaces an absent body with the default of its schema. */
function readerOfBodies(schema: TSchema): (value: unknown) => unknown {
  if (!('default' in schema)) return (value) => value;
  // The framework hands over null where there is no body.
  return (value) => value ?? structuredClone(schema.default);
}

const DECIMAL_NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

function readerOfTexts(schema: TSchema): (value: unknown) => unknown {
  const properties = ('properties' in schema ? schema.properties : {}) as Record<string, { type?: string }>;
  const readers = Object.entries(properties).flatMap(([name, { type }]) => {
    const readText = type === undefined ? undefined : READERS[type];
    return readText === undefined ? [] : [{ name, readText }];
  });
  return (value) => {
    const read: Record<string, unknown> = { ...(value as Record<string, unknown>) };
    for (const { name, readText } of readers) {
      const text = read[name];
      if (typeof text === 'string') read[name] = readText(text);
    }
    return read;
  };
}

const readNumber = (text: string) => (DECIMAL_NUMBER.test(text) ? Number(text) : text);

const READERS: Record<string, (text: string) => unknown> = {
  number: readNumber,
  integer: readNumber,
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};
