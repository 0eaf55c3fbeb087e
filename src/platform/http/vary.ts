import type { FastifyReply } from 'fastify';

/** Adds names of request headers to `Vary`, each once. */
export function addVary(reply: FastifyReply, names: readonly string[]): void {
  const header = reply.getHeader('vary');
  const known = header === undefined ? [] : [header].flat().join(', ').split(/, */);
  const isKnown = (name: string) => known.some((other) => other.toLowerCase() === name.toLowerCase());
  reply.header('vary', [...known, ...names.filter((name) => !isKnown(name))].join(', '));
}
