import openapiTypescript, { astToString } from 'openapi-typescript';

/** The types of an API description, without the texts of error responses, which are in the description. */
export async function describeApiTypes(description: object): Promise<string> {
  const copy = JSON.parse(JSON.stringify(description, withoutErrorTexts));
  return astToString(await openapiTypescript(copy));
}

const isSchema = (value: unknown) => typeof value === 'object' && value !== null && 'type' in value;

function withoutErrorTexts(key: string, value: unknown): unknown {
  // A schema is a property of that name.
  if (key === 'examples' && !isSchema(value)) return undefined;
  const isError = /^[45]\d\d$/.test(key) || (key === 'default' && typeof value === 'object');
  if (isError && value !== null && typeof value === 'object' && 'description' in value) {
    return { ...value, description: '' };
  }
  return value;
}
