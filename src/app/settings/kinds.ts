import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { parseAddress } from '#platform/db/connection/addresses.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment, and how its text becomes a value. */
export type Setting<Value> = Readonly<{
  name: string;
  /** The text that counts if the variable is not set. */
  fallback: string | null;
  /** What the text must be. */
  form: string;
  /** What the setting does. */
  sentence: string;
  /** The value. An invalid text is added to the problems, without the text: it may be a secret. */
  read(environment: Environment, problems: string[]): Value;
}>;

/** Completes a setting with its sentence, in which line breaks count as spaces. */
type Describe<Value> = (sentence: TemplateStringsArray) => Setting<Value>;

/** Declares a setting of a kind. Without a fallback its value may be null. */
type Declare<Value> = {
  (name: string): Describe<Value | null>;
  (name: string, fallback: string | number): Describe<Value>;
};

/** As long as a label of DNS, and so the name of a pod. */
export const MAX_NODE_NAME_LENGTH = 63;
const MAX_PROCESSES = 128;
const MIN_SECRET_LENGTH = 16;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const HTTP = ['http:', 'https:'];
const CREATE_KEY = 'Create it with: openssl rand -base64 32';

/** The text of a variable. One that is empty or blank is not set, as in an env file. */
export const textOf = (environment: Environment, name: string): string | null => environment[name]?.trim() || null;

/** A kind of settings. `parse` returns undefined for a text that is refused. */
function kind<Value>(
  form: string,
  parse: (text: string) => Value | undefined,
  refusalOf = (_text: string) => `must be ${form}.`,
): Declare<Value> {
  const declare = (name: string, fallback?: string | number): Describe<Value | null> => {
    const fallbackText = fallback === undefined ? null : String(fallback);
    return ([sentence = '']) => ({
      name,
      fallback: fallbackText,
      form,
      sentence: sentence.replace(/\s+/g, ' ').trim(),
      read(environment, problems) {
        const text = textOf(environment, name);
        const value = text === null ? undefined : parse(text);
        if (value !== undefined) return value;
        if (text !== null) problems.push(`${name} ${refusalOf(text)}`);
        return fallbackText === null ? null : (parse(fallbackText) ?? null);
      },
    });
  };
  return declare as Declare<Value>;
}

/** A kind of comma-separated lists. A list without items counts as not set. */
function list<Item>(form: string, parse: (item: string) => Item | undefined, refusalOf?: () => string) {
  return (name: string, fallback = ''): Describe<readonly Item[]> => {
    const read = (text: string) => {
      const items = itemsOf(text).length > 0 ? itemsOf(text) : itemsOf(fallback);
      const values = items.flatMap((item) => parse(item) ?? []);
      return values.length === items.length ? values : undefined;
    };
    return kind<readonly Item[]>(form, read, refusalOf)(name, fallback);
  };
}

const itemsOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : null);

export const text = kind('text', (value) => value);
export const texts = list('a comma-separated list', (value) => value);
export const folder = kind('a folder', (path) => resolve(path));

/** Whole numbers. */
export const between = (min: number, max: number) =>
  kind(`a whole number from ${min} to ${max}`, (value) => {
    const isWhole = /^(0|[1-9]\d{0,9})$/.test(value) && Number(value) >= min && Number(value) <= max;
    return isWhole ? Number(value) : undefined;
  });

export const count = between(1, 999_999_999);

export const ratio = kind('a number from 0 to 1', (value) =>
  Number(value) >= 0 && Number(value) <= 1 ? Number(value) : undefined,
);

const portOf = (value: string) => (/^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined);
export const port = kind('a port number from 0 to 65535', portOf);

export const processes = kind(`auto, or a whole number from 1 to ${MAX_PROCESSES}`, (value) => {
  if (value.toLowerCase() === 'auto') return 'auto';
  return /^[1-9]\d{0,2}$/.test(value) && Number(value) <= MAX_PROCESSES ? Number(value) : undefined;
});

export const nodeName = kind(
  `at most ${MAX_NODE_NAME_LENGTH} letters, digits, dots, hyphens and underscores`,
  (value) => (value.length <= MAX_NODE_NAME_LENGTH ? matching(/^[\w.-]+$/)(value) : undefined),
);

/** One of some words, in any case. */
export const choice = <Word extends string>(...words: readonly Word[]) =>
  kind(`one of: ${words.join(', ')}`, (value) => words.find((word) => word === value.toLowerCase()));

export const onOff = kind('one of: on, off', (value) =>
  ['on', 'off'].includes(value.toLowerCase()) ? value.toLowerCase() === 'on' : undefined,
);

/** A URL with one of these protocols. */
function withProtocol(...protocols: readonly string[]) {
  const prefixes = protocols.map((protocol) => (protocol === 'mailto:' ? protocol : `${protocol}//`));
  return {
    form: `a URL that starts with ${prefixes.join(' or ')}`,
    parse: (value: string) => (protocols.includes(urlOf(value)?.protocol ?? '') ? value : undefined),
  };
}

const http = withProtocol(...HTTP);
export const httpUrl = kind(http.form, http.parse);
const contact = withProtocol('mailto:', 'https:');
export const contactUrl = kind(contact.form, contact.parse);

const ORIGIN = 'an origin such as https://meadow.example, without a path';
function originOf(value: string): string | undefined {
  const url = urlOf(value);
  return url !== null && HTTP.includes(url.protocol) && url.pathname === '/' ? url.origin : undefined;
}
export const origin = kind(ORIGIN, originOf);
export const origins = list(
  'comma-separated origins such as https://meadow.example, without a path',
  originOf,
  () => `must be ${ORIGIN}.`,
);

/** A host, all hosts of a domain, any host, or an origin. */
export const pushHosts = list(
  'hosts such as push.example or *.push.example, or origins such as http://127.0.0.1:9000',
  (value) => (/^(\*|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*)$/i.test(value) ? value.toLowerCase() : originOf(value)),
);

export const networks = list('a comma-separated list of networks such as 10.0.0.0/8', (value) =>
  ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value) ? value : undefined,
);

const isAddress = (value: string) => parseAddress(value) !== null;
export const database = kind(
  'a URL that starts with postgres://, such as postgres://user:password@host:5432/database, or one with several ' +
    'hosts: postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write',
  (value) => (isAddress(value) ? value : undefined),
);
export const databases = list(
  'a comma-separated list of URLs such as postgres://user:password@host:5432/database, each with one host',
  (value) => (isAddress(value) ? value : undefined),
);

export const emails = list('a comma-separated list of email addresses', (value) =>
  matching(/^[^@\s;]+@[^@\s;]+$/)(value)?.toLowerCase(),
);
export const priceIds = list(
  'a comma-separated list of price ids such as price_1NXzUt2eZvKYlo2C',
  matching(/^\w{1,255}$/),
);
export const recipients = list(
  'a comma-separated list of recipients of age, such as age1… as age-keygen prints it',
  matching(/^age1[a-z0-9]{40,}$/),
);

/** Node ignores characters that are not base64, so a passphrase would become a weak key. */
function keyOf(value: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]{43}=$/.test(value) ? Buffer.from(value, 'base64') : undefined;
}
const refuseKey = () => `must be 32 bytes in base64. ${CREATE_KEY}`;
export const key = kind('32 bytes in base64', keyOf, refuseKey);
export const keys = list('a comma-separated list of 32 bytes in base64', keyOf, refuseKey);

const VISIBLE = 'visible ASCII characters without spaces';
const secretOf = matching(/^[\x21-\x7e]+$/);
export const secret = kind(VISIBLE, secretOf);
/** A secret that callers send, so it must be hard to guess. */
export const longSecret = kind(
  `at least ${MIN_SECRET_LENGTH} ${VISIBLE}`,
  (value) => (value.length >= MIN_SECRET_LENGTH ? secretOf(value) : undefined),
  (value) =>
    secretOf(value) === undefined
      ? `must be ${VISIBLE}.`
      : `must have at least ${MIN_SECRET_LENGTH} characters. ${CREATE_KEY}`,
);

const smtp = withProtocol('smtp:', 'smtps:');
/** The host, port and credentials of the URL. The rest is ignored. `isTls`: implicit TLS, otherwise STARTTLS. */
export const mailServer = kind(
  smtp.form,
  (value) => {
    if (smtp.parse(value) === undefined) return undefined;
    const { protocol, hostname, port, username, password } = new URL(value);
    const isTls = protocol === 'smtps:';
    try {
      const credentials = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
      return {
        host: hostname.replace(/^\[(.+)\]$/, '$1') || 'localhost',
        port: port === '' ? (isTls ? 465 : 587) : Number(port),
        isTls,
        credentials: credentials.user === '' ? null : credentials,
      };
    } catch {
      return undefined;
    }
  },
  (value) =>
    smtp.parse(value) === undefined
      ? `must be ${smtp.form}.`
      : 'must have user name and password in percent-encoding: %25 for %, %40 for @.',
);

/** An email address, optionally with a name. */
export const sender = kind('an email address such as meadow@example.org, or Meadow <meadow@example.org>', (value) => {
  const [, name = '', bracketed, bare] = /^(?:"?([^"<>@\p{Cc}]*?)"? ?<([^<>\s]+)>|([^<>\s]+))$/u.exec(value) ?? [];
  const address = bracketed ?? bare ?? '';
  const isAddress = /^[\w.+-]{1,64}@[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(address);
  return isAddress ? { name: name.trim(), address } : undefined;
});

/** A folder or an S3 bucket. The default endpoint is AWS. */
export const storage = kind(
  'a folder, such as file:/var/lib/meadow/files, or a bucket, such as ' +
    's3://bucket?region=eu-central-1 or s3://bucket?endpoint=https://storage.example',
  (value) => (value.startsWith('file:') ? diskOf(value) : bucketOf(value)),
);

function diskOf(address: string) {
  try {
    const path = address.startsWith('file://') ? fileURLToPath(address) : address.slice('file:'.length);
    return path === '' ? undefined : { kind: 'disk' as const, folder: resolve(path) };
  } catch {
    return undefined;
  }
}

function bucketOf(address: string) {
  const url = urlOf(address);
  if (url?.protocol !== 's3:' || !BUCKET.test(url.host) || !['', '/'].includes(url.pathname)) return undefined;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  const { endpoint = null, region = 'us-east-1', ...unknown } = Object.fromEntries(url.searchParams);
  if (Object.keys(unknown).length > 0 || !/^[a-z0-9-]{1,50}$/.test(region)) return undefined;
  if (endpoint !== null && !/^https?:$/.test(urlOf(endpoint)?.protocol ?? '')) return undefined;
  return { kind: 's3' as const, bucket: url.host, region, endpoint };
}
