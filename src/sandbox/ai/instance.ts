type Json = { [key: string]: unknown };

const stringsByFormat: Json = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2000-01-01T00:00:00.000Z',
  date: '2000-01-01',
  time: '00:00:00Z',
  email: 'sandbox@example.org',
  uri: 'https://example.org/',
  url: 'https://example.org/',
};

/**
 * A small value that fits a JSON schema: no optional keys, the shortest lists, the smallest numbers from 0 up, and a readable
 * sentence for a string. It knows what describes the responses of a text model; `pattern` and `$ref` are not among it.
 */
export function smallestInstanceOf(schema: unknown): unknown {
  if (!isJson(schema)) {
    return null;
  }
  if ('const' in schema) {
    return schema.const;
  }
  const [choice] = [schema.enum, schema.anyOf, schema.oneOf, schema.allOf].filter(Array.isArray);
  if (choice !== undefined) {
    return choice === schema.enum ? choice[0] : smallestInstanceOf(choice[0]);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return Array.from({ length: numberOr(0, schema.minItems) }, () => smallestInstanceOf(schema.items));
    case 'string':
      return stringOf(schema);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function objectOf(schema: Json): Json {
  const properties = isJson(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return Object.fromEntries(required.map((name) => [name, smallestInstanceOf(properties[name])]));
}

function stringOf(schema: Json): string {
  const byFormat = typeof schema.format === 'string' ? stringsByFormat[schema.format] : undefined;
  if (typeof byFormat === 'string') {
    return byFormat;
  }
  return 'A response of the sandbox.'
    .padEnd(numberOr(0, schema.minLength), '.')
    .slice(0, numberOr(Number.MAX_SAFE_INTEGER, schema.maxLength));
}

function numberOf(schema: Json): number {
  const step = numberOr(1, schema.multipleOf);
  const lowest =
    'exclusiveMinimum' in schema ? numberOr(0, schema.exclusiveMinimum) + step : numberOr(0, schema.minimum);
  const highest =
    'exclusiveMaximum' in schema
      ? numberOr(Number.MAX_VALUE, schema.exclusiveMaximum) - step
      : numberOr(Number.MAX_VALUE, schema.maximum);
  return Math.min(Math.max(0, Math.ceil(lowest / step) * step), highest);
}

function numberOr(fallback: number, value: unknown): number {
  return typeof value === 'number' ? value : fallback;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
