import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Shapes that routes share, such as an id in the path, are compiled once in this process. */
const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>();

/**
 * Validates each part of a request as it stands. Bodies are never coerced: `"5"`, `null` and `true` are not numbers. Query
 * and path are texts by nature, so there a plain decimal number or `true` and `false` become what their schema asks for,
 * and nothing else does (`Infinity`, `1e999` and ` 5` stay texts, and are refused).
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  const read = httpPart === 'body' ? readerOfBodies(schema) : readerOfTexts(schema);
  return (received: unknown) => {
    const value = read(received);
    return validator.Check(value) ? { value } : { error: validator.Errors(value) as unknown as Error };
  };
};

/** A body that may be left out is described with what it stands for then, its default. */
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
