type Json = Record<string, unknown>;

/** Values by name of a property, or by `Component.property` where a component needs its own. */
export type ExampleValues = Readonly<Record<string, unknown>>;

const SCHEMA_ROOT = '#/components/schemas/';

/**
 * Makes an example of a schema out of an OpenAPI document. A property takes the value given for its name, or one that follows
 * from its type; null is given to properties that can be null. An array has one item. Throws if a string has a pattern or format and no value is given.
 */
export function createExamples(schemas: Readonly<Record<string, unknown>>, values: ExampleValues) {
  function ofSchema(schema: Json, component: string, name: string): unknown {
    const { $ref, anyOf, examples } = schema as { $ref?: string; anyOf?: Json[]; examples?: unknown[] };
    const given = values[`${component}.${name}`];
    if (given !== undefined) return given;
    if (examples?.[0] !== undefined) return examples[0];
    if ($ref !== undefined) return ofReference($ref, name);
    if (anyOf !== undefined && values[name] === null) return null;
    if (anyOf !== undefined) return ofSchema(anyOf.find(({ type }) => type !== 'null') ?? {}, component, name);
    return ofType(schema, component, name);
  }

  function ofReference($ref: string, name: string): unknown {
    const component = $ref.slice(SCHEMA_ROOT.length);
    return ofSchema(schemas[component] as Json, component, name);
  }

  function ofType(schema: Json, component: string, name: string): unknown {
    const { type, enum: choices, const: only, items } = schema as Json & { enum?: unknown[]; items?: Json };
    if (only !== undefined) return only;
    if (choices !== undefined) return choices.includes(values[name]) ? values[name] : choices[0];
    if (type === 'object') return ofObject(schema, component);
    if (type === 'array') return [ofSchema(items ?? {}, component, name)];
    if (type === 'boolean') return values[name] ?? true;
    if (type === 'integer' || type === 'number') return ofNumber(schema, name);
    if (type === 'string') return ofString(schema, values[name], name);
    return {};
  }

  function ofObject(schema: Json, component: string): Json {
    const { properties = {}, patternProperties = {}, additionalProperties } = schema as Record<string, Json>;
    const named = Object.entries(properties).map(([name, property]) => [
      name,
      ofSchema(property as Json, component, name),
    ]);
    const [open] = [...Object.values(patternProperties), additionalProperties].filter(
      (value) => Object.keys(value ?? {}).length > 0,
    );
    if (named.length > 0 || open === undefined) return Object.fromEntries(named);
    return { [EXAMPLE_UUID]: ofSchema(open as Json, component, 'value') };
  }

  function ofNumber({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: Json, name: string): number {
    const value = typeof values[name] === 'number' ? values[name] : 3;
    return Math.min(Math.max(value, minimum as number), maximum as number);
  }

  /** The example of a component. */
  return (component: string) => ofReference(SCHEMA_ROOT + component, component);
}

const EXAMPLE_UUID = '0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90';

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: EXAMPLE_UUID,
  'date-time': '2026-03-02T07:30:00.000Z',
  date: '2026-03-02',
  ip: '203.0.113.7',
  binary: '(the bytes of the file)',
};

function ofString({ format, pattern, maxLength = 100 }: Json, value: unknown, name: string): string {
  const fixed = BY_FORMAT[String(format)];
  if (fixed !== undefined) return fixed;
  if (typeof value === 'string') return value;
  if (pattern !== undefined || format !== undefined) throw new Error(`The property ${name} needs an example.`);
  return name.replaceAll('_', ' ').slice(0, maxLength as number);
}

/** Gives each component that is a whole request or response an example. */
export function addExamples(document: Json, values: ExampleValues): void {
  const { paths, components } = document as { paths: Json; components: { schemas: Record<string, Json> } };
  const exampleOf = createExamples(components.schemas, values);
  for (const component of bodiesOf(paths)) {
    const schema = components.schemas[component] as Json;
    schema.examples ??= [exampleOf(component)];
  }
  addExamplesOfBodies(paths, components.schemas);
}

/**
 * Repeats the example of a component at the request bodies that are made of it: tools that make requests, such as collections of API clients,
 * read it there, and invent values otherwise.
 */
function addExamplesOfBodies(paths: Json, schemas: Record<string, Json>): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as Json)) as {
    requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  }[];
  for (const { requestBody } of operations) {
    for (const media of Object.values(requestBody?.content ?? {})) {
      const references = [media.schema, ...((media.schema.anyOf ?? []) as Json[])].map(({ $ref }) => $ref);
      const $ref = references.find((reference) => typeof reference === 'string');
      if ($ref === undefined) continue;
      const { examples = [] } = schemas[$ref.slice(SCHEMA_ROOT.length)] as { examples?: unknown[] };
      media.example = examples[0];
    }
  }
}

/** Names of the components that are the schema of a media type. */
function bodiesOf(node: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { content } = value as { content?: Record<string, { schema?: Json }> };
    for (const { schema = {} } of Object.values(content ?? {})) {
      const references = [schema, ...((schema.anyOf ?? []) as Json[])].map(({ $ref }) => $ref);
      for (const $ref of references) if (typeof $ref === 'string') names.add($ref.slice(SCHEMA_ROOT.length));
    }
    Object.values(value).forEach(visit);
  };
  visit(node);
  return names;
}
