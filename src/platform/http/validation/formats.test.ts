import { describe, expect, test } from 'vitest';
import { isCalendarDate, isEmail, isInstant, isIpAddress, isStrictUuid, isWebAddress } from './formats.ts';

const UUID = '01a1fe0a-1f79-76b3-ac5e-d86597079b1a';

/** One test for each text, with its quotes, so that blanks and line ends can be seen. */
function decides(decide: (text: string) => boolean, accepted: readonly string[], refused: readonly string[]): void {
  test.each(accepted.map((text) => [JSON.stringify(text), text]))('accepts %s', (_shown, text) => {
    expect(decide(text)).toBe(true);
  });
  test.each(refused.map((text) => [JSON.stringify(text), text]))('refuses %s', (_shown, text) => {
    expect(decide(text)).toBe(false);
  });
}

describe('isStrictUuid', () => {
  decides(
    isStrictUuid,
    [UUID, UUID.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
    [
      '',
      `urn:uuid:${UUID}`,
      `{${UUID}}`,
      ` ${UUID}`,
      `${UUID}\n`,
      UUID.replaceAll('-', ''),
      `${UUID}0`,
      `g${UUID.slice(1)}`,
    ],
  );
});

describe('isCalendarDate', () => {
  decides(
    isCalendarDate,
    ['1900-01-01', '2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31', '9999-12-31'],
    [
      '2026-02-30',
      '2026-02-29',
      '1900-02-29',
      '2100-02-29',
      '2026-04-31',
      '1899-12-31',
      '0000-01-01',
      '10000-01-01',
      '2026-00-10',
      '2026-13-01',
      '2026-01-00',
      '2026-01-32',
      '2026-1-1',
      '26-01-01',
      '20260101',
      '2026-01-01T00:00:00Z',
      ' 2026-01-01',
      '2026-01-01\n',
      '٢٠٢٦-٠١-٠١',
      'today',
      'infinity',
      'epoch',
      '',
    ],
  );
});

describe('isInstant', () => {
  decides(
    isInstant,
    [
      '2026-03-29T01:30:00Z',
      '2026-03-29T23:59:59.999Z',
      '2026-03-29T01:30:00.123456789+05:45',
      '2024-02-29T00:00:00-12:00',
    ],
    [
      '2026-06-30T23:59:60Z',
      '2026-02-30T00:00:00Z',
      '2026-03-29T24:00:00Z',
      '2026-03-29T01:60:00Z',
      '2026-03-29T01:30:00',
      '2026-03-29 01:30:00Z',
      '2026-03-29T01:30Z',
      '2026-03-29T01:30:00+24:00',
      '2026-03-29T01:30:00+0200',
      '2026-03-29T01:30:00z',
      '1899-12-31T00:00:00Z',
      '2026-03-29',
      'now',
      '',
    ],
  );

  test('accepts nothing that the language cannot read as a date', () => {
    for (const text of ['2026-03-29T23:59:59.999999999Z', '2026-03-29T00:00:00+23:59', '9999-12-31T23:59:59-23:59']) {
      expect(isInstant(text)).toBe(true);
      expect(Number.isNaN(new Date(text).getTime())).toBe(false);
    }
  });
});

describe('isIpAddress', () => {
  decides(
    isIpAddress,
    ['192.0.2.1', '2001:db8::1', '::ffff:192.0.2.1', '::'],
    [
      '192.0.2',
      '192.0.2.256',
      '192.0.2.1:80',
      '[2001:db8::1]',
      'fe80::1%eth0',
      'localhost',
      ' 192.0.2.1',
      '0x7f000001',
      '',
    ],
  );
});

describe('isEmail', () => {
  decides(
    isEmail,
    ['ada@example.org', "o'neill+lab@mail.example.org", 'A_B-c.d@x-y.example', `a@${'b'.repeat(244)}.test`],
    [
      '',
      'ada',
      'ada@',
      '@example.org',
      'ada@example',
      'ada@example.org\n',
      '.ada@example.org',
      'a..b@example.org',
      'ada.@example.org',
      'Ada <ada@example.org>',
      'ada@example.org,ben@example.org',
      `a@${'b'.repeat(250)}.test`,
    ],
  );
});

describe('isWebAddress', () => {
  decides(
    isWebAddress,
    ['https://meadow.example', 'http://localhost:3000/a?b=c#d', 'HTTPS://MEADOW.EXAMPLE/'],
    [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'ftp://meadow.example',
      '//meadow.example',
      '/a',
      '',
    ],
  );
});
