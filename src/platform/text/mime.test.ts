import { describe, expect, test } from 'vitest';
import { expectLinear } from '#test/growth.ts';
import { gifOf } from '#test/pictures.ts';
import { headerFieldsIn } from './mail-header.ts';
import { readMime } from './mime.ts';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
/** A message with one text, whose characters are bytes. */
const mailOf = (type: string, body: string, encoding = '8bit') =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
const textIn = async (source: Uint8Array | string) =>
  (await readMime(source))?.texts.map(({ text }) => text.trim()).join('|');
const subjectIn = (value: string, type = 'text/plain') =>
  headerFieldsIn(bytesOf(`Content-Type: ${type}\r\nSubject: ${value}\r\n\r\n`)).find(
    ([name]) => name === 'subject',
  )?.[1];
/** The bytes of a text, a character for each. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

test('reads a message with alternatives in different charsets', async () => {
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
  expect(read?.headers).toContainEqual(['subject', 'Grüße']);
  expect(read?.headers).toContainEqual(['message-id', '<1@people.test>']);
  expect(await textIn(source)).toBe('schön');
  expect(await textIn(source.replace('sch=F6n', ''))).toBe('<p>schön</p>');
});

describe('bytes', () => {
  test.each<[label: string, bytes: string, text: string]>([
    ['windows-1252', '\x80 \x93quoted\x94 \x96 It\x92s \x85', '€ “quoted” – It’s …'],
    ['iso-8859-1', 'Gr\xf6\xdfe \x80 \x93x\x94', 'Größe € “x”'],
    ['ISO_8859-1:1987', 'K\xe4se', 'Käse'],
    ['us-ascii', 'K\xe4se', 'Käse'],
    ['us-ascii', utf8('Käse'), 'Käse'],
    ['utf-8', utf8('Käse €'), 'Käse €'],
    ['utf-8', 'K\xe4se', 'Käse'],
    ['windows-874', '\x85\xa1', '…ก'],
    ['windows-1250', '\x8eena', 'Žena'],
    ['windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['windows-1253', '\xc1\xe8\xde\xed\xe1', 'Αθήνα'],
    ['windows-1254', '\xddzmir', 'İzmir'],
    ['windows-1255', '\xf9\xec\xe5\xed', 'שלום'],
    ['windows-1256', '\xe3\xd1\xcd\xc8\xc7', 'مرحبا'],
    ['windows-1257', '\xe0\xfeuolas', 'ąžuolas'],
    ['windows-1258', '\xd0\xe0', 'Đà'],
    ['iso-8859-2', '\xa1\xea', 'Ąę'],
    ['iso-8859-5', '\xbf\xe0\xd8\xd2\xd5\xe2', 'Привет'],
    ['iso-8859-7', '\xc1\xe8\xde\xed\xe1', 'Αθήνα'],
    ['iso-8859-8-i', '\xf9\xec\xe5\xed', 'שלום'],
    ['iso-8859-9', '\xddzmir \x80', 'İzmir €'],
    ['iso-8859-15', '\xa4 \xbd', '€ œ'],
    ['iso-8859-16', '\xa4\xaa', '€Ș'],
    ['koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['koi8-u', '\xa4\xae', 'єў'],
    ['cp437', '\x81 \x84', 'ü ä'],
    ['x-mac-roman', '\x8a', 'ä'],
    ['gb2312', '\xd6\xd0\xce\xc4', '中文'],
    ['gb18030', '\xd6\xd0\x81\x30\x81\x30', '中\u0080'],
    ['big5', '\xa4\xa4\xa4\xe5', '中文'],
    ['shift_jis', '\x93\xfa\x96\x7b', '日本'],
    ['cp932', '\x93\xfa\x96\x7b', '日本'],
    ['iso-2022-jp', '\x1b$B\x46\x7c\x4b\x5c\x1b(B.', '日本.'],
    ['euc-jp', '\xc6\xfc\xcb\xdc', '日本'],
    ['euc-kr', '\xc7\xd1\xb1\xdb \x81A', '한글 갂'],
    ['utf-7', 'Gr+APwA3w-e', 'Grüße'],
    ['unknown-8bit', 'K\xe4se', 'Käse'],
    ['no-such-charset', utf8('Käse'), 'Käse'],
    ['base64', 'K\xe4se', 'Käse'],
    ['constructor', 'K\xe4se', 'Käse'],
  ])('of %s are decoded, in each encoding: %j', async (label, bytes, text) => {
    const type = `text/plain; charset="${label}"`;
    const quoted = bytes.replaceAll(
      /[^\w.]/g,
      (c) => `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
    const base64 = bytesOf(bytes).toString('base64');
    expect(await textIn(bytesOf(mailOf(type, bytes)))).toBe(text);
    expect(await textIn(bytesOf(mailOf(type, quoted, 'quoted-printable')))).toBe(text);
    expect(await textIn(bytesOf(mailOf(type, base64, 'base64')))).toBe(text);
    expect(subjectIn(`=?${label}?Q?${quoted}?=`)).toBe(text);
    expect(subjectIn(`=?${label}?b?${base64}?=`)).toBe(text);
  });

  test('of UTF-16 are read by their mark, else in the order of the network', async () => {
    const encoded = (hex: string) =>
      mailOf('text/plain; charset=utf-16', Buffer.from(hex, 'hex').toString('base64'), 'base64');
    expect(await textIn(encoded('feff004120ac'))).toBe('A€');
    expect(await textIn(encoded('fffe4100ac20'))).toBe('A€');
    expect(await textIn(encoded('004120ac'))).toBe('A€');
  });

  test('of a part without a charset are UTF-8 or windows-1252', async () => {
    expect(await textIn(bytesOf(`Subject: a\r\n\r\n${utf8('Käse')}`))).toBe('Käse');
    expect(await textIn(bytesOf('Subject: a\r\n\r\nK\xe4se'))).toBe('Käse');
  });

  test('of HTML without a charset are read as the HTML says', async () => {
    const html = '<html><head><meta http-equiv="Content-Type" content="text/html; charset=koi8-r"></head>\xf0\xd2';
    expect(await textIn(bytesOf(mailOf('text/html', html)))).toContain('Пр');
  });

  test.each([
    [
      'words of one charset, split within a character',
      '=?utf-8?B?w6Q=?=\r\n =?utf-8?B?w7w=?= =?utf-8?Q?=C3?= =?utf-8?Q?=B6?=',
      'äüö',
    ],
    ['words of two charsets', '=?iso-8859-1?Q?=E4?= =?koi8-r?Q?=F0?=', 'äП'],
    ['a language', '=?iso-8859-1*de?Q?K=E4se?=', 'Käse'],
    ['text around words', 'a =?utf-8?Q?b_c?= d', 'a b c d'],
    ['what is no word', '=?utf-8?X?b?= =? ?=', '=?utf-8?X?b?= =? ?='],
    ['unencoded UTF-8', utf8('Käse'), 'Käse'],
    ['unencoded bytes', 'K\xe4se', 'Käse'],
  ])('of a header are decoded: %s', (_what, value, subject) => {
    expect(subjectIn(value)).toBe(subject);
  });

  test('of an unencoded header have the charset of the body', () => {
    expect(subjectIn('\xf0\xd2\xc9', 'text/plain; charset=koi8-r')).toBe('При');
  });
});

describe('a text in place of bytes', () => {
  const latin = mailOf('text/plain; charset=iso-8859-1', 'Größe');
  const unicode = mailOf('text/plain; charset=utf-8', utf8('Größe'));
  test.each([
    ['bytes of Latin-1, a character each', latin, 'Größe'],
    ['bytes of UTF-8, a character each', unicode, 'Größe'],
    ['decoded UTF-8', mailOf('text/plain; charset=utf-8', 'Größe'), 'Größe'],
    ['decoded UTF-8 with higher characters', mailOf('text/plain; charset=utf-8', 'Größe €'), 'Größe €'],
    [
      'decoded text that declares another charset',
      mailOf('text/plain; charset=iso-8859-2', 'Größe 日本'),
      'Größe 日本',
    ],
    ['decoded text without a charset', 'Subject: a\r\n\r\nGröße', 'Größe'],
    [
      'an encoded part beside higher characters',
      `Subject: €\r\n${mailOf('text/plain; charset=iso-8859-1', 'Gr=F6=DFe', 'quoted-printable')}`,
      'Größe',
    ],
  ])('is read: %s', async (_what, source, text) => {
    expect(await textIn(source)).toBe(text);
  });
});

describe('lines of format=flowed', () => {
  const flowed = (body: string, more = '') => textIn(mailOf(`text/plain; format=flowed${more}`, body));
  test.each([
    ['are joined', 'one \r\ntwo\r\nthree', 'one two\nthree'],
    ['are joined within a quote, without its mark', '> one \r\n> two\r\n> three', '> one two\n> three'],
    ['are not joined across quotes', '>> one \r\n> two \r\nthree', '>> one \n> two \nthree'],
    ['lose the space before a mark', ' >no quote\r\n From here', '>no quote\nFrom here'],
    ['keep the delimiter of the signature', 'one \r\n-- \r\nAda', 'one \n-- \nAda'],
  ])('%s', async (_what, body, text) => {
    expect(await flowed(body)).toBe(text);
  });

  test('lose the space that DelSp added', async () => {
    expect(await flowed('日 \r\n本', '; delsp=yes; charset=utf-8')).toBe('日本');
  });
});

test('pictures beside HTML have the id by which it names them', async () => {
  const gif = Buffer.from(gifOf(1)).toString('base64');
  const picture = (headers: string) =>
    `--r\r\nContent-Type: image/gif; name=a.gif\r\nContent-Transfer-Encoding: base64\r\n${headers}\r\n${gif}\r\n`;
  const source = `Content-Type: multipart/related; boundary=r\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n<img src="cid:1@a">\r\n${picture('Content-ID: <1@a>\r\n')}${picture('')}--r--`;
  expect((await readMime(source))?.pictures).toMatchObject([
    { name: 'a.gif', inlineId: '1@a' },
    { name: 'a.gif', inlineId: null },
  ]);
});

test('an attached message is read with its header', async () => {
  const inner =
    'From: Ben <ben@people.test>\r\nSubject: Rain\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nK\xe4se';
  const source = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee below.\r\n--b\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${inner}\r\n--b--`;
  expect(await textIn(bytesOf(source))).toBe(
    'See below.|---------- Forwarded message ----------\nFrom: Ben <ben@people.test>\nSubject: Rain|Käse',
  );
});

test.each([
  ['multipart without a boundary', 'Content-Type: multipart/mixed\r\n\r\nIt rained.'],
  ['a type without a subtype', 'Content-Type: text\r\n\r\nIt rained.'],
  ['an empty line before the header', '\r\nSubject: a\r\n\r\nIt rained.'],
])('the text of %s is not lost', async (_what, source) => {
  expect(await textIn(source)).toBe('It rained.');
});

test('what is no message has no texts', async () => {
  expect(await readMime('')).toEqual({ headers: [], texts: [], pictures: [] });
});

test('a message that nests without end is unreadable', async () => {
  const nested = Array.from(
    { length: 300 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  );
  expect(await readMime(nested.join(''))).toBeNull();
});

test.each<[string, (size: number) => string | Buffer]>([
  ['parts', (size) => `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(size / 10)}`],
  ['messages within messages', (size) => 'Content-Type: message/rfc822\r\n\r\n'.repeat(size / 32)],
  ['recipients', (size) => `To: ${'a,'.repeat(size / 2)}\r\n\r\nx`],
  ['groups', (size) => `To: ${'a:b;'.repeat(size / 4)}\r\n\r\nx`],
  ['headers', (size) => `${'x: y\r\n'.repeat(size / 6)}\r\nx`],
  ['encoded words', (size) => `Subject: ${'=?utf-8?Q?a?='.repeat(size / 13)}\r\n\r\nx`],
  ['beginnings of encoded words', (size) => `Subject: ${'=?'.repeat(size / 2)}\r\n\r\nx`],
  ['flowed quotes', (size) => mailOf('text/plain; format=flowed', '> \r\n'.repeat(size / 4))],
  ['beginnings of HTML', (size) => mailOf('text/html', '<meta '.repeat(size / 6))],
])('the time of a message grows no faster than its %s', async (_what, messageOf) => {
  await expectLinear(30_000, (size) => readMime(messageOf(size)));
});
