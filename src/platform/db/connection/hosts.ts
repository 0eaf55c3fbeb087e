import pg from 'pg';
import { withTimeout } from '../../concurrency/timeout.ts';
import { type Host, requireAddress } from './addresses.ts';
import { applicationNameOf } from './application-name.ts';
import { endConnection } from './end-connection.ts';

/** The hosts of one address, of which the one that takes writes is remembered. */
export type Hosts = {
  /** For the driver: with the first host. */
  connectionString: string;
  /**
   * The host to connect to: the remembered one, or the first in order that takes writes. null for an address whose only host is
   * taken as it is. Rejects if no host takes writes.
   */
  find(): Promise<Host | null>;
  /** To be called when a connection to the host has failed, or has turned read-only. */
  forget(host: Host | null): void;
};

/** A process that starts is busy with itself for seconds. */
const RESPONSE_LIMIT_MS = 5_000;
/** How long an earlier host may be silent after the question. Less than a request waits for a connection. */
const PREFERENCE_MS = 1_000;

/** SQLSTATE of a statement that a standby refuses. */
export const READ_ONLY_TRANSACTION = '25006';

/** No host takes writes. The cause is the failure of one of them. */
class NoPrimaryError extends Error {
  /** As a read-only server says it, unless none could be reached. */
  readonly code: string;

  constructor(failures: readonly unknown[]) {
    const readOnly = failures.find((failure) => failure instanceof ReadOnlyHostError);
    super('No host of the database takes writes.', { cause: readOnly ?? failures[0] });
    this.code = readOnly === undefined ? '08001' : READ_ONLY_TRANSACTION;
  }
}

class ReadOnlyHostError extends Error {
  readonly code = READ_ONLY_TRANSACTION;
}

export function createHosts(text: string): Hosts {
  const { connectionString, hosts, needsPrimary } = requireAddress(text);
  let remembered: Host | null = null;
  let finding: Promise<Host> | null = null;

  /** Asks all at once, so that a silent one costs little time. */
  async function findPrimary(): Promise<Host> {
    const begun = performance.now();
    const primaries = hosts.map((host) => requirePrimary(connectionString, host));
    const fastest = await Promise.any(primaries).catch(({ errors }: AggregateError) => {
      throw new NoPrimaryError(errors);
    });
    // If two hosts take writes, all nodes choose the same.
    for (const earlier of primaries.slice(0, hosts.indexOf(fastest))) {
      const host = await withTimeout(PREFERENCE_MS + begun - performance.now(), earlier).catch(() => undefined);
      if (host !== undefined) return host;
    }
    return fastest;
  }

  async function remember(): Promise<Host> {
    remembered = await findPrimary();
    return remembered;
  }

  return {
    connectionString,
    find: async () => {
      if (!needsPrimary) return null;
      if (remembered !== null) return remembered;
      finding ??= remember().finally(() => {
        finding = null;
      });
      return finding;
    },
    forget: (host) => {
      if (remembered === host) remembered = null;
    },
  };
}

/** Returns the host. Rejects if it cannot be reached, or takes no writes. */
async function requirePrimary(connectionString: string, host: Host): Promise<Host> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationNameOf(connectionString, 'looks for the primary'),
    connectionTimeoutMillis: RESPONSE_LIMIT_MS,
    query_timeout: RESPONSE_LIMIT_MS,
  });
  Object.assign(client, host);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off')
      throw new ReadOnlyHostError(`${host.host}:${host.port} is read-only.`);
    return host;
  } finally {
    void endConnection(client);
  }
}
