import fc from 'fast-check';
import { hostileBody } from './hostile-values.ts';
import type { GeneratedRequest } from './requests.ts';

/** A change of a request outside of its content. If `keepsContent`, the content stays valid. */
export type Twist = { keepsContent: boolean; change: (request: GeneratedRequest) => Partial<GeneratedRequest> };

const withHeader = (name: string, value: string): Twist => ({
  keepsContent: true,
  change: ({ headers }) => ({ headers: { ...headers, [name]: value } }),
});

/** Generates invalid methods, URLs, headers and bodies. */
export const hostileTransport: fc.Arbitrary<Twist> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Twist>({ keepsContent: false, change: () => ({}) }) },
  {
    weight: 3,
    arbitrary: hostileBody.map<Twist>((body) => ({
      keepsContent: true,
      change: ({ headers }) => ({ body, headers: { ...headers, 'content-type': 'application/json' } }),
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'POST', 'DELETE', 'GET', 'PROPFIND')
      .map<Twist>((method) => ({ keepsContent: true, change: () => ({ method }) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '/',
        '//',
        '/%2e%2e',
        ';a=b',
        '/..',
        '?',
        '?&&=&',
        '#x',
        '%20',
        '/%00',
        '?limit=1&limit=2',
        '?q[]=1',
      )
      .map<Twist>((tail) => ({ keepsContent: true, change: ({ url }) => ({ url: url.split('?')[0] + tail }) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'text/plain',
        'application/xml',
        '',
        ';',
        'application/json; charset=utf-7',
        'multipart/form-data',
        'a/b/c',
      )
      .map((type) => withHeader('content-type', type)),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'Bearer',
        'Bearer ',
        'Bearer a.b.c',
        'Basic YTpi',
        'bearer x y',
        `Bearer ${'a'.repeat(20_000)}`,
        '\u00ff',
      )
      .map((value) => withHeader('authorization', value)),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('one', 'two', 'three', '', 'a b', 'é', 'x'.repeat(256), '"', "' or 1=1--")
      .map((key) => withHeader('idempotency-key', key)),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<[string, string]>(
        ['x-http-method-override', 'DELETE'],
        ['content-encoding', 'gzip'],
        ['origin', 'null'],
        ['accept', 'application/xml'],
        ['x-request-id', '<script>'],
        ['x-forwarded-for', "'; drop table profile; --"],
        ['content-length', '1'],
        ['cookie', 'a=%ff; __proto__=1; ='],
        ['host', 'evil.test'],
        ['expect', '100-continue'],
        ['range', 'bytes=0-1'],
      )
      .map(([name, value]) => withHeader(name, value)),
  },
);
