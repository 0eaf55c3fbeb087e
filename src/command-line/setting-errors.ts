import { isAbsolute, relative } from 'node:path';
import type { Config } from '../app/config.ts';
import { sqlStateOf } from '../platform/errors.ts';

/** A failure for which a setting is to blame. Its message names the setting, and says what to do. */
export class SettingError extends Error {}

/** What the system, the driver or PostgreSQL says of a failure. */
type Failure = {
  code: string;
  message: string;
  sqlState: string | undefined;
  syscall: string | undefined;
  path: string | undefined;
};

type Settings = Pick<Config, 'databaseUrl' | 'dataDirectory' | 'storage' | 'http'>;
type Sentence = (facts: { failure: Failure; place: string; user: string; database: string }) => string;

/**
 * The failure with the setting that is to blame named before it, or the failure itself where none is known. No value of a setting
 * is repeated but hosts, ports, names and folders.
 */
export function namingSetting(error: unknown, settings: Settings): unknown {
  if (error instanceof SettingError) return error;
  for (const failure of failuresOf(error)) {
    const text = textOfPort(failure, settings) ?? textOfFolder(failure, settings) ?? textOfDatabase(failure, settings);
    if (text !== null) return new SettingError(text, { cause: error });
  }
  return error;
}

/** From the failure to its causes. Where several addresses of a host were tried, the first one tells. */
function* failuresOf(error: unknown): Generator<Failure> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const told = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;
    const { code, syscall, path } = told as NodeJS.ErrnoException;
    yield { code: String(code ?? ''), message: told.message, sqlState: sqlStateOf(told), syscall, path };
  }
}

const LISTENING: Record<string, (http: Config['http']) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `PORT: something else listens on ${host}:${port} already. Stop it, or set PORT to another number.`,
  EACCES: ({ port }) =>
    `PORT: this account may not listen on port ${port}. Take one from 1024 up, and a proxy before it.`,
  EADDRNOTAVAIL: ({ host }) => `HOST: ${host} is no address of this machine. 127.0.0.1 is, and 0.0.0.0 stands for all.`,
  ENOTFOUND: ({ host }) => `HOST: there is no ${host}. It must be an address of this machine, such as 127.0.0.1.`,
};

function textOfPort({ code, syscall, message }: Failure, { http }: Settings): string | null {
  const isListening = syscall === 'listen' || (syscall === 'getaddrinfo' && message.endsWith(` ${http.host}`));
  return isListening ? (LISTENING[code]?.(http) ?? null) : null;
}

const FOLDERS: Record<string, (path: string) => string> = {
  EACCES: (path) => `this account may not write ${path}. Give it the folder, or name another one.`,
  EPERM: (path) => `this account may not change ${path}. Give it the folder, or name another one.`,
  EROFS: (path) => `${path} is on a disk that can only be read. Name another folder.`,
  ENOTDIR: (path) => `a part of ${path} is a file, and no folder. Move it away, or name another folder.`,
  EEXIST: (path) => `${path} is a file, and no folder. Move it away, or name another folder.`,
  ENOSPC: (path) => `there is no space left for ${path}. Make room, or name a folder on another disk.`,
  EDQUOT: (path) => `the quota of this account leaves no room for ${path}. Make room, or name another folder.`,
};

function textOfFolder({ code, path }: Failure, { dataDirectory, storage }: Settings): string | null {
  const text = FOLDERS[code];
  if (text === undefined || path === undefined) return null;
  if (storage.kind === 'disk' && isBelow(path, storage.folder) && !isBelow(storage.folder, dataDirectory)) {
    return `STORAGE_URL: ${text(path)}`;
  }
  return isBelow(path, dataDirectory) || isBelow(dataDirectory, path) ? `DATA_DIR: ${text(path)}` : null;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}

const NETWORK: Record<string, Sentence> = {
  ECONNREFUSED: ({ place }) =>
    `nothing answers at ${place}. Is PostgreSQL running there, and does it listen on this port?`,
  ENOENT: ({ place }) => `there is no socket for ${place}. Is PostgreSQL running on this machine?`,
  ENOTFOUND: ({ place }) => `the host of ${place} is unknown. Is its name right, and does this machine know it?`,
  EAI_AGAIN: ({ place }) => `the host of ${place} could not be looked up. Does DNS work on this machine?`,
  EHOSTUNREACH: ({ place }) => `no way leads to ${place}. Does a firewall stand between?`,
  ENETUNREACH: ({ place }) => `no way leads to ${place}. Is this machine in a network that reaches it?`,
  ETIMEDOUT: ({ place }) => `${place} does not answer. Is PostgreSQL running there, and does a firewall stand between?`,
  ECONNRESET: ({ place }) =>
    `${place} hung up at once. Is it PostgreSQL that listens there, and does it let this machine in?`,
};

const SQL_STATES: Record<string, Sentence> = {
  '28P01': ({ user, place }) => `the password for the role ${user} is not the one that ${place} knows.`,
  '28000': ({ user, place }) =>
    `${place} does not let the role ${user} in from this machine (see pg_hba.conf there; it may want TLS: ?sslmode=require).`,
  '3D000': ({ database, place }) =>
    `there is no database ${database} at ${place}. Make it: create database ${database}`,
  '42501': ({ user, database }) =>
    `the role ${user} may not create what Meadow needs. Let it: grant create on database ${database} to ${user}`,
  '0A000': () => 'an extension is missing: install the contrib package of this PostgreSQL (btree_gin, pg_trgm).',
  '58P01': () => 'an extension is missing: install the contrib package of this PostgreSQL (btree_gin, pg_trgm).',
  '53300': ({ place }) => `${place} has no connection left. Raise max_connections there, or stop something else.`,
  '53100': ({ place }) => `the disk of ${place} is full. Make room there.`,
  '57P03': ({ place }) => `${place} is starting or stopping, and takes no connections. Try again in a moment.`,
  '25006': ({ place }) => `${place} takes no writes: it is a standby. Name the primary.`,
};

const DRIVER: readonly (readonly [part: string, sentence: Sentence])[] = [
  [
    'timeout',
    ({ place }) => `${place} did not answer in time. Is it PostgreSQL, is it well, and does a firewall stand between?`,
  ],
  [
    'does not support SSL',
    ({ place }) => `${place} knows no TLS. Take sslmode out of the address, or switch TLS on there.`,
  ],
  ['Connection terminated', ({ place }) => `${place} hung up at once. Is it PostgreSQL that listens there?`],
  [
    'unsupported startup parameter',
    ({ place }) => `${place} is a pooler that refuses what Meadow asks for. See docs/operations.md.`,
  ],
];

/** Of certificates, as Node names them. */
const TLS =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/;

function textOfDatabase(failure: Failure, { databaseUrl }: Settings): string | null {
  if (databaseUrl === null) return null;
  const { code, message, sqlState, syscall } = failure;
  const isNetwork = syscall !== undefined && /^(connect|getaddrinfo|read|queryA)/.test(syscall);
  const sentence =
    (sqlState === undefined ? undefined : SQL_STATES[sqlState]) ??
    (isNetwork ? NETWORK[code] : undefined) ??
    DRIVER.find(([part]) => message.includes(part))?.[1] ??
    (TLS.test(code) ? untrusted : undefined);
  return sentence === undefined ? null : `DATABASE_URL: ${sentence({ failure, ...factsOf(databaseUrl) })}`;
}

const untrusted: Sentence = ({ place, failure }) =>
  `the certificate of ${place} is not trusted (${failure.code}). Name its authority with sslrootcert, or correct the host.`;

function factsOf(databaseUrl: string): { place: string; user: string; database: string } {
  const url = new URL(databaseUrl);
  const socket = url.searchParams.get('host');
  const place = socket ?? `${url.hostname || 'localhost'}:${url.port || 5432}`;
  return {
    place,
    user: decodeURIComponent(url.username) || 'of this account',
    database: decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
  };
}
