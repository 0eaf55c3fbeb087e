import { type BrotliOptions, constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { addVary } from './vary.ts';

/** Smaller responses fit into one packet as they are. */
const MIN_COMPRESSED_BYTES = 1024;

/** Quality 5 takes twice as long and saves a tenth more. */
const BROTLI_QUALITY = 4;

/** A window of 256 KB instead of 4 MB: each response in progress holds one. */
const BROTLI_WINDOW_BITS = 18;

export const BROTLI_OPTIONS: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  },
};

const GZIP_LEVEL = 5;

/** Text that a program or a person reads. Images are compressed already, and a stream of events must not wait for its end. */
const COMPRESSIBLE = /^(text\/(?!event-stream)|image\/svg\+xml|application\/([\w.-]+\+)?json|application\/javascript)/;

/**
 * Compresses responses with Brotli or gzip, as the client accepts. Routes with `isResponseSecret` are left out: the length of a
 * compressed response tells how much of a reflected input is equal to its secret (BREACH).
 */
export function compressResponses(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.config?.isResponseSecret === true) route.compress = false;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    // Also if it is not compressed: caches must keep the two apart.
    if (
      request.routeOptions.config.isResponseSecret !== true &&
      isCompressible(String(reply.getHeader('content-type')))
    ) {
      // The plugin looks for this spelling.
      addVary(reply, ['accept-encoding']);
    }
    return payload;
  });
  server.register(compress, {
    // Bodies of requests are limited by the bytes that arrive.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: MIN_COMPRESSED_BYTES,
    customTypes: isCompressible,
    brotliOptions: BROTLI_OPTIONS,
    zlibOptions: { level: GZIP_LEVEL },
  });
}

function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(contentType);
}
