import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as kinds from './kinds.ts';

type Name = keyof typeof KINDS;
type Declare = (name: string, fallback?: string) => (sentence: TemplateStringsArray) => kinds.Setting<unknown>;

const KINDS = { ...kinds, between: kinds.between(0, 600), choice: kinds.choice('json', 'text') };

/** How a setting of the kind reads the text, with the problems. */
function read(kind: Name, text: string | undefined, fallback?: string) {
  const problems: string[] = [];
  const setting = (KINDS[kind] as Declare)('NAME', fallback)`It is read by a test.`;
  return { value: setting.read({ NAME: text }, problems), problems, form: setting.form };
}

const base64 = (length: number) => Buffer.alloc(length, 1).toString('base64');
const KEY = Buffer.alloc(32, 1);
const AGE = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const DATABASE = 'postgres://meadow:word@db.example/meadow';
const SMTP = { host: 'mail.example', port: 587, isTls: false, credentials: null };
const SMTPS = { ...SMTP, port: 465, isTls: true };
const SENDER = 'post@meadow.example';
const BUCKET = { kind: 's3', bucket: 'my.bucket-1', region: 'us-east-1', endpoint: null };

test.each<[Name, string, unknown]>([
  ['text', ' two words ', 'two words'],
  ['texts', 'built-in, https://old.example/,', ['built-in', 'https://old.example/']],
  ['folder', 'elsewhere', resolve('elsewhere')],
  ['between', '0', 0],
  ['between', '600', 600],
  ['count', '1', 1],
  ['count', '999999999', 999_999_999],
  ['ratio', '0', 0],
  ['ratio', '0.1', 0.1],
  ['port', '0', 0],
  ['port', '65535', 65_535],
  ['processes', '1', 1],
  ['processes', '128', 128],
  ['processes', 'AUTO', 'auto'],
  ['nodeName', 'jobs-1.eu', 'jobs-1.eu'],
  ['nodeName', 'n'.repeat(63), 'n'.repeat(63)],
  ['choice', 'Text', 'text'],
  ['onOff', 'On', true],
  ['onOff', 'OFF', false],
  ['httpUrl', 'http://127.0.0.1:9/v1/', 'http://127.0.0.1:9/v1/'],
  ['contactUrl', 'mailto:ada@example.org', 'mailto:ada@example.org'],
  ['contactUrl', 'https://meadow.example', 'https://meadow.example'],
  ['origin', 'https://meadow.example/', 'https://meadow.example'],
  ['origins', 'https://one.example, http://localhost:5173,', ['https://one.example', 'http://localhost:5173']],
  ['pushHosts', 'Push.example, *.push.example,*', ['push.example', '*.push.example', '*']],
  ['pushHosts', 'http://127.0.0.1:9000/', ['http://127.0.0.1:9000']],
  ['networks', '10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ['database', DATABASE, DATABASE],
  ['databases', `${DATABASE}, ${DATABASE}`, [DATABASE, DATABASE]],
  ['emails', ' Ada@Example.org ,ben@example.org', ['ada@example.org', 'ben@example.org']],
  ['priceIds', 'price_1NXz, price_2,', ['price_1NXz', 'price_2']],
  ['recipients', `${AGE}, ${AGE}`, [AGE, AGE]],
  ['key', base64(32), KEY],
  ['keys', `${base64(32)}, ${base64(32)}`, [KEY, KEY]],
  ['secret', 'sk_live_1', 'sk_live_1'],
  ['longSecret', '0123456789abcdef', '0123456789abcdef'],
  ['mailServer', 'smtp://mail.example', SMTP],
  ['mailServer', 'smtp://127.0.0.1:2525', { ...SMTP, host: '127.0.0.1', port: 2525 }],
  ['mailServer', 'smtp://[::1]:25', { ...SMTP, host: '::1', port: 25 }],
  ['mailServer', 'smtps://a%40b:p%25ss@mail.example', { ...SMTPS, credentials: { user: 'a@b', password: 'p%ss' } }],
  // What could loosen TLS, or lead elsewhere, is not read.
  ['mailServer', 'smtps://mail.example/path?tls.rejectUnauthorized=false&proxy=http://evil.example', SMTPS],
  ['sender', SENDER, { name: '', address: SENDER }],
  ['sender', `The Meadow <${SENDER}>`, { name: 'The Meadow', address: SENDER }],
  ['sender', `"Our Meadow" <${SENDER}>`, { name: 'Our Meadow', address: SENDER }],
  ['sender', `Größe <${SENDER}>`, { name: 'Größe', address: SENDER }],
  ['storage', 'file:///srv/files', { kind: 'disk', folder: '/srv/files' }],
  ['storage', 'file:/srv/files', { kind: 'disk', folder: '/srv/files' }],
  ['storage', 'file:files', { kind: 'disk', folder: resolve('files') }],
  ['storage', 's3://my.bucket-1', BUCKET],
  ['storage', 's3://my.bucket-1/?region=eu-central-1', { ...BUCKET, region: 'eu-central-1' }],
  ['storage', 's3://my.bucket-1?endpoint=https://s3.example:9000', { ...BUCKET, endpoint: 'https://s3.example:9000' }],
])('%s reads %s', (kind, text, value) => {
  expect(read(kind, text)).toMatchObject({ value, problems: [] });
});

const REFUSED: Partial<Record<Name, string[]>> = {
  between: ['601', '-1', '01', '1.5', '1e2', '0x1'],
  count: ['0', '1000000000'],
  ratio: ['1.1', '-0.1', 'half'],
  port: ['65536', '-1', '3000.5', '0x50', 'http'],
  processes: ['0', '129', '1.5', 'all'],
  nodeName: ['node 1', 'n'.repeat(64)],
  choice: ['yes', 'constructor'],
  onOff: ['yes', 'constructor'],
  httpUrl: ['ftp://ai.example', 'ai.example/v1', 'localhost:4318', 'file:///etc/keys', 'javascript:alert(1)'],
  contactUrl: ['ada@example.org', 'http://meadow.example'],
  origin: ['meadow.example', 'ftp://meadow.example', 'https://meadow.example/below'],
  pushHosts: ['push.example/path', 'https://push.example/path', 'push.*', '*push.example'],
  networks: ['true', '10.0.0.0/33', '10.0.0.1', '10/8', '10.0.0.0/8/8', 'fd00::/129'],
  database: ['mysql://db/meadow', 'db', 'postgres://one,,two/meadow', 'postgres://a,b/c?target_session_attrs=standby'],
  databases: ['postgres://db.example/meadow,db.example'],
  emails: ['ada@example.org, ben', 'ada@example.org;ben@example.org'],
  priceIds: ['price_1;price_2', 'price 1', 'a'.repeat(256)],
  recipients: ['ssh-ed25519 AAAA', 'age1short', 'AGE-SECRET-KEY-1QQ'],
  secret: ['two words', 'schlüssel'],
  mailServer: ['mail.example:587', 'http://mail.example'],
  sender: ['Meadow', `Meadow <${SENDER}>, Ben <ben@b>`, `Meadow\r\nBcc: a@b <${SENDER}>`, `${SENDER}\nBcc: ben@b`],
  storage: [
    ...['/srv/files', 'file:', 'file://elsewhere.example/files', 'https://storage.example/bucket', 's3://'],
    ...['s3://No-Capitals', 's3://bucket/folder', 's3://key:secret@bucket', 's3://bucket?endpoint=storage.example'],
    ...['s3://bucket?endpoint=file:///etc', 's3://bucket?region=eu%20central', 's3://bucket?regoin=eu-central-1'],
  ],
};

test.each(Object.entries(REFUSED))('%s refuses what it does not accept, by name and form', (kind, texts) => {
  for (const text of texts) {
    const { problems, form } = read(kind as Name, text);
    expect(problems, text).toEqual([`NAME must be ${form}.`]);
  }
});

const REFUSAL_OF_KEY = 'must be 32 bytes in base64. Create it with: openssl rand -base64 32';
const REFUSAL_OF_ORIGIN = 'must be an origin such as https://meadow.example, without a path.';

test.each<[Name, string, string[]]>([
  ['key', REFUSAL_OF_KEY, [base64(31), base64(33), KEY.toString('hex'), `a pass phrase: ${base64(24)}`]],
  ['keys', REFUSAL_OF_KEY, [`${base64(32)};${base64(32)}`]],
  ['origins', REFUSAL_OF_ORIGIN, ['*', 'null', 'https://one.example,two.example', 'https://one.example/path']],
  ['longSecret', 'must have at least 16 characters. Create it with: openssl rand -base64 32', ['0123456789abcde']],
  ['longSecret', 'must be visible ASCII characters without spaces.', ['two words', 'schlüssel'.repeat(2)]],
  ['mailServer', 'must have user name and password in percent-encoding: %25 for %, %40 for @.', ['smtp://a:100%@b']],
])('%s %s', (kind, refusal, texts) => {
  for (const text of texts) expect(read(kind, text).problems, text).toEqual([`NAME ${refusal}`]);
});

describe('a setting', () => {
  test.each([undefined, '', '  '])('that is %j has its fallback, or none', (text) => {
    expect(read('count', text, '7').value).toBe(7);
    expect(read('count', text).value).toBeNull();
    expect(read('emails', text).value).toEqual([]);
    expect(read('emails', text, 'a@b,c@d').value).toEqual(['a@b', 'c@d']);
  });

  test('that is a list without items has its fallback', () => {
    expect(read('emails', ' , ', 'a@b').value).toEqual(['a@b']);
  });

  test('that is refused has its fallback, so that other settings can be checked', () => {
    expect(read('port', 'x', '3000').value).toBe(3000);
    expect(read('port', 'x').value).toBeNull();
  });

  test('may be false although its fallback is true', () => {
    expect(read('onOff', 'off', 'on').value).toBe(false);
  });
});
