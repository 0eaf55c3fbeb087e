import { isAbsolute, relative } from 'node:path';
import type { Config } from '#app/config.ts';
import { requireAddress } from '#platform/db/connection/addresses.ts';
import { PoolerError } from '#platform/db/connection/pooler.ts';
import { UnreachableDatabaseError } from '#platform/db/connection/waiting.ts';
import { sqlStateOf } from '#platform/errors.ts';

/** An error caused by a setting. The message names the setting and what to do. */
export class SettingError extends Error {}

/** The facts of an error of the system, the driver or PostgreSQL. */
type Failure = {
  code: string;
  message: string;
  sqlState: string | undefined;
  syscall: string | undefined;
  path: string | undefined;
  port: number | undefined;
};

type Settings = Pick<Config, 'database' | 'dataDirectory' | 'storage' | 'http'>;
type Sentence = (facts: { failure: Failure; place: string; user: string; database: string }) => string;

/**
 * Returns a `SettingError` if a setting causes the error, otherwise the error. Of setting values the message contains only
 * hosts, ports, names and folders.
 */
export function explainSettingError(error: unknown, settings: Settings): unknown {
  // Each names its setting.
  if (error instanceof SettingError || error instanceof PoolerError) return error;
  const tried = error instanceof UnreachableDatabaseError ? error.connectionString : undefined;
  for (const failure of failuresOf(error)) {
    const text =
      textOfPort(failure, settings) ?? textOfFolder(failure, settings) ?? textOfDatabase(failure, settings, tried);
    if (text !== null) return new SettingError(text, { cause: error });
  }
  return error;
}

/** The error and its causes. Of an AggregateError of several IP addresses, the first. */
function* failuresOf(error: unknown): Generator<Failure> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const first = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;
    const { code, syscall, path, port } = first as NodeJS.ErrnoException & { port?: number };
    yield { code: String(code ?? ''), message: first.message, sqlState: sqlStateOf(first), syscall, path, port };
  }
}

const LISTENING: Record<string, (place: { host: string; port: number; name: string }) => string> = {
  EADDRINUSE: ({ host, port, name }) =>
    `${name}: another program listens on ${host}:${port}. Stop it, or set ${name} to another number.`,
  EACCES: ({ port, name }) =>
    `${name}: this account cannot listen on port ${port}. Use a port from 1024, behind a proxy.`,
  EADDRNOTAVAIL: ({ host }) => `HOST: ${host} is not an IP address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`,
  ENOTFOUND: ({ host }) => `HOST: ${host} is unknown. Use an IP address of this machine, such as 127.0.0.1.`,
};

function textOfPort({ code, syscall, message, port }: Failure, { http }: Settings): string | null {
  // `bind` in a process that shares the port with others.
  const isListening =
    syscall === 'listen' || syscall === 'bind' || (syscall === 'getaddrinfo' && message.endsWith(` ${http.host}`));
  const place = port === http.probePort ? { port, name: 'PROBE_PORT' } : { port: http.port, name: 'PORT' };
  return isListening ? (LISTENING[code]?.({ host: http.host, ...place }) ?? null) : null;
}

const FOLDERS: Record<string, (path: string) => string> = {
  EACCES: (path) => `this account cannot write to ${path}. Change the permissions, or use another folder.`,
  EPERM: (path) => `this account cannot change ${path}. Change the permissions, or use another folder.`,
  EROFS: (path) => `${path} is on a read-only disk. Use another folder.`,
  ENOTDIR: (path) => `a part of ${path} is a file, not a folder. Move it, or use another folder.`,
  EEXIST: (path) => `${path} is a file, not a folder. Move it, or use another folder.`,
  ENOSPC: (path) => `the disk of ${path} is full. Free some space, or use a folder on another disk.`,
  EDQUOT: (path) => `the disk quota of this account is used up (${path}). Free some space, or use another folder.`,
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
    `${place} refuses connections. Is PostgreSQL running there? Does it listen on this port?`,
  ENOENT: ({ place }) => `there is no socket for ${place}. Is PostgreSQL running on this machine?`,
  ENOTFOUND: ({ place }) => `the host name of ${place} is unknown. Is it spelled correctly?`,
  EAI_AGAIN: ({ place }) => `the host name of ${place} cannot be resolved. Does DNS work on this machine?`,
  EHOSTUNREACH: ({ place }) => `there is no route to ${place}. Does a firewall block it?`,
  ENETUNREACH: ({ place }) => `the network of ${place} is not reachable. Is this machine online?`,
  ETIMEDOUT: ({ place }) => `${place} does not respond. Is PostgreSQL running there? Does a firewall block it?`,
  ECONNRESET: ({ place }) => `${place} closed the connection. Is it PostgreSQL? Does it accept this machine?`,
};

const SQL_STATES: Record<string, Sentence> = {
  '28P01': ({ user, place }) => `${place} rejects the password of the role ${user}.`,
  '28000': ({ user, place }) =>
    `${place} rejects the role ${user} from this machine. Check pg_hba.conf there; it may require TLS: ?sslmode=require`,
  '3D000': ({ database, place }) =>
    `there is no database ${database} at ${place}. Create it: create database ${database}`,
  '42501': ({ user, database }) =>
    `the role ${user} cannot create schemas and extensions. Run: grant create on database ${database} to ${user}`,
  '0A000': () => 'an extension is missing. Install the contrib package of this PostgreSQL (btree_gin, pg_trgm).',
  '58P01': () => 'an extension is missing. Install the contrib package of this PostgreSQL (btree_gin, pg_trgm).',
  '53300': ({ place }) => `${place} has no free connections. Increase max_connections there, or stop other clients.`,
  '53100': ({ place }) => `the disk of ${place} is full. Free some space there.`,
  '57P03': ({ place }) => `${place} is starting or stopping. Try again in a minute.`,
  '25006': ({ place }) => `${place} is read-only, probably a standby. Use the primary.`,
};

const DRIVER: readonly (readonly [part: string, sentence: Sentence])[] = [
  [
    'timeout',
    ({ place }) => `${place} did not respond in time. Is it PostgreSQL? Is it overloaded? Does a firewall block it?`,
  ],
  [
    'does not support SSL',
    ({ place }) => `${place} does not support TLS. Remove sslmode from the URL, or enable TLS there.`,
  ],
  ['Connection terminated', ({ place }) => `${place} closed the connection. Is it PostgreSQL?`],
  [
    'unsupported startup parameter',
    ({ place }) =>
      `${place} is a connection pooler that rejects a parameter of the connection. See docs/operations.md.`,
  ],
];

/** Error codes of Node for TLS and certificates. */
const TLS =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/;

function textOfDatabase(failure: Failure, { database: { addresses } }: Settings, tried?: string): string | null {
  if (addresses === null) return null;
  // Commands use no other.
  const connectionString = tried ?? addresses.direct;
  const { code, message, sqlState, syscall } = failure;
  const isNetwork = syscall !== undefined && /^(connect|getaddrinfo|read|queryA)/.test(syscall);
  const sentence =
    (sqlState === undefined ? undefined : SQL_STATES[sqlState]) ??
    (isNetwork ? NETWORK[code] : undefined) ??
    DRIVER.find(([part]) => message.includes(part))?.[1] ??
    (TLS.test(code) ? untrusted : undefined);
  if (sentence === undefined) return null;
  const facts = factsOf(connectionString);
  const setting = facts.place === factsOf(addresses.pooled).place ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  return `${setting}: ${sentence({ failure, ...facts })}`;
}

const untrusted: Sentence = ({ place, failure }) =>
  `the certificate of ${place} is not trusted (${failure.code}). Set sslrootcert to its CA, or correct the host name.`;

function factsOf(databaseUrl: string): { place: string; user: string; database: string } {
  const { connectionString, place } = requireAddress(databaseUrl);
  const url = new URL(connectionString);
  return {
    place,
    user: decodeURIComponent(url.username) || 'of this account',
    database: decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
  };
}
