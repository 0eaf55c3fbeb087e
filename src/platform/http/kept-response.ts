import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '../crypto/digest.ts';
import { BROTLI_OPTIONS } from './compression.ts';

/** A JSON response that is kept in memory, compressed and tagged once for all of its readers. */
export type KeptResponse = { json: Uint8Array; brotli: Uint8Array; digest: string; byteLength: number };

const compress = promisify(brotliCompress);

/** Compresses in a thread. */
export async function keepResponse(json: Uint8Array): Promise<KeptResponse> {
  const brotli = await compress(json, BROTLI_OPTIONS);
  return {
    json,
    brotli,
    // Stands for the JSON, and is a tenth of it.
    digest: digestOf(brotli).toString('base64url'),
    byteLength: json.byteLength + brotli.byteLength,
  };
}

/** Sends the bytes as they are kept. Clients without Brotli get them as `compressResponses` sends them. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { json, brotli, digest }: KeptResponse) {
  reply.bodyDigest = digest;
  reply.type('application/json; charset=utf-8');
  if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(json);
  return reply.header('content-encoding', 'br').send(brotli);
}

function acceptsBrotli(acceptEncoding: string | string[] = ''): boolean {
  return String(acceptEncoding)
    .split(',')
    .some((coding) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
