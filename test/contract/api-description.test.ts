import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { dereference } from '../fuzz/dereference.ts';

type Schema = {
  $ref?: string;
  type?: string;
  allOf?: object[];
  anyOf?: Schema[];
  properties?: { code?: { enum: string[] } };
};
type Example = object & { examples?: unknown[] };
type Media = { schema: Schema; example?: unknown };
type Response = { $ref?: string; description?: string; content?: Record<string, Media> };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Document = {
  tags: { name: string }[];
  components: { schemas: Record<string, object>; responses: Record<string, Response> };
  paths: Record<string, Record<string, Operation>>;
};

// The committed file is up to date: test/architecture/generated-files.test.ts checks this.
const TEXT = readFileSync(join(import.meta.dirname, '..', '..', 'openapi.json'), 'utf8');
const document = JSON.parse(TEXT) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);

const MAX_BYTES = 900_000;
const VERBS = new Set(
  `
  Accept Activate Add Adjust Analyze Apply Approve Backfill Become Block Buy Change Check Claim Close Compute
  Connect Contact Copy Create Deactivate Decline Delete Disconnect Dismiss Enable Enter Execute
  Feature Finish Generate Get Join List Mark Match Optimize Preview Recalculate Receive Refund
  Register Reject Remove Replace Replay Report Resolve Restore Revoke Rotate Run Search Send Set Share Show Sign Start Stop
  Stream Submit Sync Transfer Unblock Unsubscribe Update Upload Verify
  `
    .trim()
    .split(/\s+/),
);

describe('The API description', () => {
  test('has at most 0.9 MB', () => {
    expect(Buffer.byteLength(TEXT)).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('gives each operation a unique operationId in camelCase', () => {
    expect(operations.length).toBeGreaterThan(200);
    expect(operations.filter(({ operationId }) => !/^[a-z][a-zA-Z0-9]+$/.test(operationId))).toEqual([]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test('gives each operation one of the tags', () => {
    const known = document.tags.map(({ name }) => name);
    expect(operations.filter(({ tags }) => tags.length !== 1 || !known.includes(tags[0] ?? ''))).toEqual([]);
  });

  test('starts each summary with a verb and ends it without a full stop', () => {
    // Exception: the summary of a job's route is the description of the job.
    const summaries = operations.filter(({ tags }) => tags[0] !== 'Jobs').map(({ summary }) => summary);
    expect(summaries.filter((summary) => !VERBS.has(summary.split(' ')[0] ?? '') || summary.endsWith('.'))).toEqual([]);
  });

  test('names the schema of each request and response, except of plain text', () => {
    const media = operations.flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {})),
    );
    // One alternative is null if the body is optional.
    const isNamed = ({ $ref, allOf, anyOf }: Schema): boolean =>
      $ref !== undefined || allOf !== undefined || anyOf?.some(isNamed) === true;
    const schemas = media.map(({ schema }) => schema);
    expect(schemas.filter((schema) => !isNamed(schema) && schema.type !== 'string')).toEqual([]);
  });

  test('gives each request and response an example that is valid for its schema', () => {
    const { components } = dereference(document) as { components: { schemas: Record<string, Example> } };
    const bodies = new Set(
      operations
        .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
        .flatMap((part) => Object.values(part?.content ?? {}))
        .flatMap(({ schema }) => schema.$ref?.split('/').at(-1) ?? []),
    );
    expect(bodies.size).toBeGreaterThan(200);
    for (const name of bodies) {
      const schema = components.schemas[name] as Example;
      expect(schema.examples, name).toHaveLength(1);
      expect.soft(Compile(schema).Errors(schema.examples?.[0]), name).toEqual([]);
    }
  });

  test('gives each request body an example where tools that send requests expect it', () => {
    const { components, paths } = dereference(document) as Document;
    const bodies = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({
          name: `${method} ${path} ${type}`,
          media,
        })),
      ),
    );
    expect(bodies.length).toBeGreaterThan(100);
    expect(Object.keys(components.schemas).length).toBeGreaterThan(0);
    for (const { name, media } of bodies) {
      expect(media, name).toHaveProperty('example');
      expect.soft(Compile(media.schema as never).Errors(media.example), name).toEqual([]);
    }
  });

  test('describes every response', () => {
    const responses = operations.flatMap((operation) => Object.values(operation.responses)).map(resolve);
    const undescribed = ({ description = '' }: Response) => description === '' || description === 'Default Response';
    expect(responses.filter(undescribed)).toEqual([]);
  });

  test('gives each error of an operation its codes, as an Error', () => {
    for (const { name, responses } of operations) {
      for (const [status, response] of Object.entries(responses)) {
        if (!/^[45]|default/.test(status)) continue;
        const schema = resolve(response).content?.['application/json']?.schema;
        expect(schema?.allOf, name).toEqual([{ $ref: '#/components/schemas/Error' }]);
        expect(schema?.properties?.code?.enum.length, name).toBeGreaterThan(0);
      }
    }
  });
});

function resolve(response: Response): Response {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (document.components.responses[name] ?? {});
}
