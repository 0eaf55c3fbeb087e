import fc from 'fast-check';

const RAW = '\u0001';

/** A value that `jsonText` writes as this text, for numbers that JavaScript would write differently. */
const raw = (source: string) => `${RAW}${source}${RAW}`;

/** Encodes a value as JSON, with the texts of literals. */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(/"\\u0001([^"\\]*)\\u0001"/g, '$1');
}

/** Texts that often break parsers, databases and regular expressions. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'half \udc00 a pair',
  '\u202eright to left',
  'zero\u200bwidth',
  'e\u0301 é İ ß ﬁ',
  '🏳️‍🌈'.repeat(20),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  'infinity',
  'today',
  'now',
  'epoch',
  'allballs',
  '-0',
  '1e21',
  '1e999',
  '0x10',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  '2026-02-30',
  '2026-02-29',
  '2024-02-29',
  '2026-13-01',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '2026-1-1',
  '2026-01-01T00:00:00',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00+99:99',
  '9999-12-31T23:59:59.999999999-23:59',
  '1900-01-01T00:00:00+23:59',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{12345678-1234-4123-8123-123456789abc}',
  'urn:uuid:12345678-1234-4123-8123-123456789abc',
  '12345678123441238123123456789abc',
  '12345678-1234-4123-8123-123456789ABC',
  '12345678-1234-4123-8123-123456789abc\n',
  '12345678-1234-4123-8123-12345678９abc',
  "' or 1=1--",
  "'; drop table profile; --",
  '$1',
  '%',
  '_%\\',
  '\\',
  '"',
  "'",
  '$$',
  '(a+)+$',
  'a'.repeat(5_000),
  '.*',
  '[',
  '& | ! <->',
  '"an open phrase',
  '-',
  '-"" or',
  ':*',
  `${'-'.repeat(150)}a`,
  '../../etc/passwd',
  '..\\..',
  '<script>alert(1)</script>',
  '{"$ne": null}',
  '{{7*7}}#{7*7}',
  'javascript:alert(1)',
  'https://user:password@[::1]:99999/',
  'http://',
  'Europe/Nowhere',
  '+02:00',
  'posixrules',
  'localtime',
  `@[${'a'.repeat(300)}](12345678-1234-4123-8123-123456789abc)`,
  '@['.repeat(2_000),
];

/** Values of a wrong type, out of range, or too deeply nested. */
export const HOSTILE_JSON: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  raw('-0'),
  raw('1e21'),
  raw('1e999'),
  raw('-1e999'),
  raw('2147483648'),
  raw('9007199254740993'),
  raw('0.1e-400'),
  raw('123456789012345678901234567890'),
  {},
  [],
  [null],
  [[]],
  [{}],
  { toString: 1, valueOf: null },
  JSON.parse('{"__proto__": {"isSuperAdmin": true}}'),
  { constructor: { prototype: { isSuperAdmin: true } } },
  { length: 3, 0: 'a' },
  raw('['.repeat(20) + ']'.repeat(20)),
  raw('['.repeat(40) + ']'.repeat(40)),
];

/** A text of 1 MB. It is rare, because it costs as much as a thousand others. */
const hugeText = fc
  .constantFrom('a', '\u0000', 'é', '"', ' a')
  .map((letter) => letter.repeat(1_048_576 / letter.length));

/** Generates JSON values that are invalid for a field. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom<unknown>(...HOSTILE_TEXTS) },
  { weight: 40, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 15, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 10, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: hugeText },
);

/** Generates hostile parts of a URL, encoded correctly or not. */
export const HOSTILE_ADDRESS_PARTS = [
  ...HOSTILE_TEXTS.map((text) => encodeURIComponent(text.toWellFormed())),
  '%00',
  '%ff',
  '%',
  '%zz',
  '%ed%a0%80',
  '%c0%ae',
  '%2e%2e%2f',
  '..',
  ';',
  '%0d%0aX-Evil:%201',
  '+',
  '*',
];

export const hostileAddressPart: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_ADDRESS_PARTS) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
  },
);

/** Generates bodies that are not the expected JSON object. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '}',
    '{"title"',
    '{"title":}',
    "{'title': 'a'}",
    '{"title":"a","title":{},"content":"b"}',
    '{"__proto__":{"role":"super_admin"}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '\ufeff{}',
    'NaN',
    '\u0000',
    '{"title":"\u0000"}',
    '{"a":1}{"b":2}',
    '{"a":01}',
    '{"a":1,}',
    '"\\ud800"',
    '['.repeat(300_000),
    '{"a":'.repeat(10_000),
    `[${'{},'.repeat(100_000)}{}]`,
  ),
  hostileJson.map(jsonText),
);
