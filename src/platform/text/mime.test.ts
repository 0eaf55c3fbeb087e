import { expect, test } from 'vitest';
import { readMime } from './mime.ts';

test('a message is read, with its words and its letters', async () => {
  const source = [
    'From: Ada <ada@people.test>',
    'Message-ID: <1@people.test>',
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'sch=F6n',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p>schön</p>').toString('base64'),
    '--b--',
  ].join('\r\n');
  const read = await readMime(source);
  expect(read).toMatchObject({ messageId: '<1@people.test>', subject: 'Grüße' });
  expect([read?.text?.trim(), read?.html?.trim()]).toEqual(['schön', '<p>schön</p>']);
});

test('what is no message at all has no words', async () => {
  expect(await readMime('')).toEqual({ messageId: null, subject: '', text: null, html: null, pictures: [] });
});

test('what nests without end is none', async () => {
  const nested = Array.from(
    { length: 300 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  );
  expect(await readMime(nested.join(''))).toBeNull();
});

test.each([
  ['parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(25_000)}`],
  ['messages within messages', 'Content-Type: message/rfc822\r\n\r\n'.repeat(8_000)],
  ['recipients', `To: ${'a,'.repeat(120_000)}\r\n\r\nx`],
  ['groups', `To: ${'a:b;'.repeat(60_000)}\r\n\r\nx`],
  ['headers', `${'x: y\r\n'.repeat(40_000)}\r\nx`],
])('a message of a quarter of a megabyte of %s takes no long time', async (_what, source) => {
  const start = performance.now();
  await readMime(source);
  expect(performance.now() - start).toBeLessThan(5_000);
});
