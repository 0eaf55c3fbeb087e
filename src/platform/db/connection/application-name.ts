import type { DatabaseAddresses } from './addresses.ts';

/** A parameter of libpq. The driver sends it only for connections without a name, and ours have one. */
const NODE_PARAMETER = 'fallback_application_name';
const PARAMETER = new RegExp(`([?&])${NODE_PARAMETER}=([^&]*)`);

/** PostgreSQL cuts longer names, with a notice. */
const MAX_NAME_LENGTH = 63;

/** Names a node in the connection strings, for `applicationNameOf`. The name has letters, digits, `.`, `-` and `_` only. */
export function withNodeName({ pooled, direct }: DatabaseAddresses, nodeName: string): DatabaseAddresses {
  const name = (address: string) => {
    const parameter = `${NODE_PARAMETER}=${nodeName}`;
    if (PARAMETER.test(address)) return address.replace(PARAMETER, `$1${parameter}`);
    return `${address}${address.includes('?') ? '&' : '?'}${parameter}`;
  };
  return { pooled: name(pooled), direct: name(direct) };
}

/**
 * The name of a connection in `pg_stat_activity`: `meadow <node> <purpose>`, or without a node if the string names none. Of a long name
 * of a node the end stays, where those of pods differ.
 */
export function applicationNameOf(connectionString: string, purpose: string): string {
  const node = PARAMETER.exec(connectionString)?.[2] ?? '';
  const room = Math.max(0, MAX_NAME_LENGTH - `meadow  ${purpose}`.length);
  return ['meadow', node.slice(Math.max(0, node.length - room)), purpose]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, MAX_NAME_LENGTH);
}
