import type { Readable } from 'node:stream';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { declareErrors } from '../../errors.ts';
import type { Routes } from '../guarded-routes.ts';
import { createJsonParser } from '../json-body.ts';
import type { HttpScope } from '../scope.ts';
import { limitErrors, networkOf } from './rate-limit.ts';

/** What long bodies may take of a node. */
export type LongBodyLimits = {
  /** The maximum size of one body. */
  maxBytes: number;
  /** Bodies up to this length are read and parsed like all others, and count nowhere. */
  shortBytes: number;
  /** The maximum of all concurrent long bodies, and of those from one network. They count from the first byte to the end of the response. */
  maxBytesInFlight: number;
  maxBytesInFlightOfNetwork: number;
  /** Long bodies that served nothing, from one network within a minute. */
  maxUnwantedPerMinute: number;
};

export type LongBodyOptions = {
  clock: Clock;
  limits: LongBodyLimits;
  /** Content types beside JSON, each with how it is parsed. */
  parsers?: Readonly<Record<string, BodyParser>>;
  /** Whether a long body is worth parsing. It should cost little, because anyone may ask. */
  isWanted: (bytes: Buffer, contentType: string) => Promise<boolean>;
  /** Stands in the place of a body that is not. */
  unwanted: unknown;
};

/** `parseJson` is the parser of JSON bodies. */
export type BodyParser = (bytes: Buffer, contentType: string, parseJson: (text: string) => Promise<unknown>) => unknown;

const MAX_CACHED_NETWORKS = 10_000;
const MINUTE_MS = 60_000;

const bodyErrors = declareErrors({
  tooManyUnderWay: {
    status: 503,
    code: 'request.too-many-long-bodies',
    message: 'The server holds as many long bodies as it can. Send this one again in a moment.',
  },
});

/**
 * Opens a scope whose routes take long bodies from callers without credentials. Bytes under way are limited for the
 * node and for each network; a long body is parsed only where it is wanted. A network that sends too many that are not is
 * refused further long ones until the minute ends, before their bytes. Short bodies are never refused.
 *
 * @throws request.too-many-long-bodies
 * @throws request.rate-limited
 */
export function openLongBodies(scope: HttpScope, options: LongBodyOptions, routes: Routes): void {
  scope.register(async (longBodies) => {
    readLongBodies(longBodies as unknown as FastifyInstance, options);
    routes(longBodies);
  });
}

function readLongBodies(scope: FastifyInstance, { clock, limits, parsers, isWanted, unwanted }: LongBodyOptions): void {
  const bytesInFlight = createByteCount(limits);
  const unwantedOf = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_CACHED_NETWORKS });
  const releases = new WeakMap<FastifyRequest, (bytes: number) => void>();
  const parse = createJsonParser(scope);

  function refuseWhereSpent(network: string): void {
    const spent = unwantedOf.get(network);
    if (spent === undefined || spent.count < limits.maxUnwantedPerMinute) return;
    const left = spent.endsAt - clock.now().getTime();
    if (left > 0) throw limitErrors.rateLimited({ retryAfterSeconds: Math.ceil(left / 1_000) });
  }

  function countUnwanted(network: string): void {
    const now = clock.now().getTime();
    const counted = unwantedOf.get(network);
    if (counted !== undefined && counted.endsAt > now) counted.count += 1;
    else unwantedOf.set(network, { count: 1, endsAt: now + MINUTE_MS });
  }

  scope.addHook('preParsing', (request, reply, payload, done) => {
    const network = networkOf(request.ip);
    let held = 0;
    const release = () => {
      bytesInFlight.give(network, held);
      held = 0;
    };
    // A response ends with the first of these; one that the client gave up on ends with the second alone.
    reply.raw.once('finish', release).once('close', release);
    releases.set(request, (bytes) => {
      // Beyond what is short all of a body counts.
      if (bytes <= limits.shortBytes) return;
      if (held === 0) refuseWhereSpent(network);
      if (!bytesInFlight.take(network, bytes - held)) throw bodyErrors.tooManyUnderWay();
      held = bytes;
    });
    done(null, payload);
  });

  const readBody = (parseBody: BodyParser) => async (request: FastifyRequest, payload: Readable) => {
    const contentType = request.headers['content-type'] ?? '';
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > limits.maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    const network = networkOf(request.ip);
    if (announced > limits.shortBytes) {
      refuseWhereSpent(network);
      if (!bytesInFlight.hasRoom(network, announced)) throw bodyErrors.tooManyUnderWay();
    }
    const bytes = await readAll(payload, limits.maxBytes, (length) => releases.get(request)?.(length));
    if (bytes.length > limits.shortBytes && !(await isWanted(bytes, contentType))) {
      countUnwanted(network);
      return unwanted;
    }
    request.bodyBytes = bytes.length;
    return parseBody(bytes, contentType, (text) => parseJson(request, text));
  };

  function parseJson(request: FastifyRequest, text: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      parse(request, text, (error, value) => (error === null ? resolve(value) : reject(error)));
    });
  }

  const parseAsJson: BodyParser = (bytes, _contentType, read) => read(bytes.toString());
  scope.removeContentTypeParser('application/json');
  for (const [type, parser] of Object.entries({ 'application/json': parseAsJson, ...parsers })) {
    scope.addContentTypeParser(type, readBody(parser));
  }
}

/** Calls `onLength` with the bytes received so far. It throws if no more are accepted. */
function readAll(payload: Readable, maxBytes: number, onLength: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => payload.off('data', take).off('end', end).off('error', fail);
    const fail = (error: Error) => {
      stop();
      reject(Object.assign(error, { statusCode: 400 }));
    };
    const end = () => {
      stop();
      resolve(Buffer.concat(chunks, length));
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      try {
        if (length > maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
        onLength(length);
        chunks.push(chunk);
      } catch (refusal) {
        stop();
        reject(refusal);
      }
    };
    payload.on('data', take).on('end', end).on('error', fail);
  });
}

function createByteCount(limits: Pick<LongBodyLimits, 'maxBytesInFlight' | 'maxBytesInFlightOfNetwork'>) {
  let all = 0;
  const ofNetworks = new Map<string, number>();
  const ofNetwork = (network: string) => ofNetworks.get(network) ?? 0;
  const hasRoom = (network: string, bytes: number) =>
    all + bytes <= limits.maxBytesInFlight && ofNetwork(network) + bytes <= limits.maxBytesInFlightOfNetwork;
  const add = (network: string, bytes: number) => {
    all += bytes;
    const left = ofNetwork(network) + bytes;
    if (left > 0) ofNetworks.set(network, left);
    else ofNetworks.delete(network);
  };
  return {
    hasRoom,
    /** False, and nothing taken, where there is no room for so many. */
    take: (network: string, bytes: number): boolean => {
      const fits = hasRoom(network, bytes);
      if (fits) add(network, bytes);
      return fits;
    },
    give: (network: string, bytes: number): void => add(network, -bytes),
  };
}
