/** Where a database is reached. */
export type DatabaseAddresses = Readonly<{
  /** For statements and transactions. Behind a pooler, each transaction may be in another session. */
  pooled: string;
  /** For what needs a session: LISTEN, locks of a session, migrations, the scheduler, snapshots. */
  direct: string;
}>;

export type Host = { host: string; port: number };

/** The parts of a connection string. */
export type Address = {
  /** The connection string of the first host, which the driver understands. */
  connectionString: string;
  /** The hosts in the order in which they are tried. */
  hosts: readonly [Host, ...Host[]];
  /** Whether a host that takes no writes is passed over. */
  needsPrimary: boolean;
  /** Hosts and ports, or the folder of a socket, for messages. */
  place: string;
};

const DEFAULT_PORT = 5432;
const PARTS = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<end>.*)$/s;

/** The addresses of a database without a pooler. */
export function atOneAddress(connectionString: string): DatabaseAddresses {
  return { pooled: connectionString, direct: connectionString };
}

/** Whether transactions go through a pooler that may give each of them another session. */
export function isPooled({ pooled, direct }: DatabaseAddresses): boolean {
  return pooled !== direct;
}

/**
 * Reads `postgres://user:password@host:port,host:port/database`. With several hosts, or `target_session_attrs=read-write`, the
 * one that takes writes is meant. Returns null if the text is none, or asks for a standby.
 */
export function parseAddress(text: string): Address | null {
  const { start = '', hosts = '', end = '' } = PARTS.exec(text)?.groups ?? {};
  const urls = hosts.split(',').map((host) => `${start}${host}${end}`);
  const [first] = urls;
  if (first === undefined || !urls.every((url) => URL.canParse(url))) return null;
  const { searchParams } = new URL(first);
  const attribute = searchParams.get('target_session_attrs') ?? 'any';
  if (!['any', 'primary', 'read-write'].includes(attribute)) return null;
  const found = urls.map((url) => hostOf(new URL(url)));
  if (urls.length > 1 && (searchParams.has('host') || found.some(({ host }) => host === ''))) return null;
  return {
    connectionString: first,
    hosts: found as [Host, ...Host[]],
    needsPrimary: urls.length > 1 || attribute !== 'any',
    place: searchParams.get('host') ?? found.map(textOf).join(','),
  };
}

/** Like `parseAddress`, but throws; the message does not repeat the text, which may hold a password. */
export function requireAddress(text: string): Address {
  const address = parseAddress(text);
  if (address === null) throw new Error('The address of the database is not valid.');
  return address;
}

const hostOf = ({ hostname, port }: URL): Host => ({
  host: decodeURIComponent(hostname.replace(/^\[(.+)\]$/, '$1')),
  port: Number(port) || DEFAULT_PORT,
});

const textOf = ({ host, port }: Host): string => `${host.includes(':') ? `[${host}]` : host || 'localhost'}:${port}`;
