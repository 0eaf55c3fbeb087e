import { isIP } from 'node:net';

/**
 * Whether a `Host` may name this server: the names given, this machine, addresses, and names without a dot. A page of an attacker
 * that makes its own name point to this machine (DNS rebinding) has a public name, so it has none of these.
 */
export function createHostCheck(names: readonly string[]): (host: string) => boolean {
  const known = new Set(names.map(nameOf));
  return (host) => {
    const name = nameOf(host);
    const isLocal = !name.includes('.') || name.endsWith('.localhost');
    return known.has(name) || isLocal || isIP(name) !== 0;
  };
}

/** Removes the port, brackets and the final dot. */
function nameOf(host: string): string {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return name.startsWith('[') ? name.slice(1, -1) : name.replace(/\.$/, '');
}
