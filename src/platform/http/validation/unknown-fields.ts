import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** The keywords of JSON Schema that decide which fields are known. */
type Shape = {
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  additionalProperties?: TSchema | boolean;
  items?: TSchema | TSchema[];
  anyOf?: TSchema[];
  oneOf?: TSchema[];
  allOf?: TSchema[];
};

/**
 * The paths of fields in `value` that `schema` does not declare, such as `body.titel`. `value` must be valid. A schema without
 * any declared field, such as a record, knows all fields.
 */
export function findUnknownPaths(schema: TSchema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { anyOf, oneOf, allOf, items } = schema as Shape;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return fewest(alternatives.filter(accepts(value)), value, path);
  if (allOf !== undefined) return common(allOf.map((part) => findUnknownPaths(part, value, path)));
  if (Array.isArray(value)) {
    if (items === undefined || Array.isArray(items)) return [];
    return value.flatMap((item: unknown, index) => findUnknownPaths(items, item, `${path}.${index}`));
  }
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const known = schemaOf(schema as Shape, name);
    if (known === false) return [`${path}.${name}`];
    return known === true ? [] : findUnknownPaths(known, inner, `${path}.${name}`);
  });
}

/** The schema of a field; true if any value is allowed, and false if the field is unknown. */
function schemaOf({ properties, patternProperties, additionalProperties }: Shape, name: string): TSchema | boolean {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name] ?? true;
  const pattern = Object.entries(patternProperties ?? {}).find(([source]) => new RegExp(source, 'u').test(name));
  if (pattern !== undefined) return pattern[1];
  if (additionalProperties !== undefined) return additionalProperties;
  return patternProperties === undefined && Object.keys(properties ?? {}).length === 0;
}

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function accepts(value: unknown): (schema: TSchema) => boolean {
  return (schema) => {
    const validator = validators.get(schema) ?? Compile(schema);
    validators.set(schema, validator);
    return validator.Check(value);
  };
}

/** The unknown fields under the alternative that knows most. */
function fewest(schemas: readonly TSchema[], value: unknown, path: string): string[] {
  const [best = []] = schemas
    .map((schema) => findUnknownPaths(schema, value, path))
    .sort((a, b) => a.length - b.length);
  return best;
}

function common([first = [], ...others]: readonly string[][]): string[] {
  return first.filter((path) => others.every((paths) => paths.includes(path)));
}
