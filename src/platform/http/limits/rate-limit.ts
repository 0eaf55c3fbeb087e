import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { declareErrors } from '../../errors.ts';
import { parseIpAddress, unmapIpv4 } from '../../network/ip-address.ts';

/** How many requests are served within a minute. */
export type RequestLimitSettings = {
  isOn: boolean;
  /** For each user with a valid token. */
  perUser: number;
  /** For each address without one. */
  perAddress: number;
  /** For each of these on routes that are costly: signing in, AI, mail, music. */
  costly: number;
  perHour: HourlyLimits;
  /** How long a window is, in seconds: a minute where not given. */
  windowSeconds?: number;
};

/** How many requests an hour each caller may send to these groups of routes. */
export type HourlyLimits = Readonly<
  Record<
    | 'avatars'
    | 'blocks'
    | 'checkouts'
    | 'exports'
    | 'invitations'
    | 'invitationTokens'
    | 'members'
    | 'opportunities'
    | 'packShares'
    | 'peopleByAddress'
    | 'photos'
    | 'sponsors'
    | 'templateCopies'
    | 'templates'
    | 'videos'
    | 'waitlist'
    | 'webhookSends'
    | 'windows',
    number
  >
>;

export type RequestLimits = {
  /** Counts a request of a user. Throws `request.rate-limited`. */
  countUser(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
  /** Counts a request of an address. Throws `request.rate-limited`. */
  countAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a failed proof (a signature, a secret) of an address on a route whose requests are not counted. Throws `request.rate-limited`. */
  countFailure(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a request whose content, not its route, has an hourly limit. Throws `request.rate-limited`. */
  countHourly(request: FastifyRequest, reply: FastifyReply, group: keyof HourlyLimits): Promise<void>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Calls of this route are limited more narrowly, all routes of the same name together. */
    costly?: 'sign-in' | 'ai' | 'mail' | 'music';
    /** Serves files. A page shows many of them, so calls without a token are limited more widely, on their own. */
    servesFiles?: boolean;
    /** What comes is signed, and refused at once where it is not: only failures are counted, and what carries an Idempotency-Key. */
    isSigned?: boolean;
    /** The feature limits calls itself, by what they are for: they are not counted, but for those with an Idempotency-Key. */
    isLimitedByFeature?: boolean;
    /** Calls of all routes of this group are limited by the hour for each caller. */
    perHour?: keyof HourlyLimits;
    /** So many calls of this route within an hour for each caller: a rule of the product, which holds without limits, too. */
    quotaPerHour?: number;
  }
}

const MAX_CACHED_KEYS = 50_000;
const HOUR_SECONDS = 60 * 60;

/** With 60 requests within a minute, an address may fetch 1,200 files: a dozen pages with a hundred pictures each. */
const FILES_FOR_EACH_REQUEST = 20;

export const limitErrors = declareErrors({
  rateLimited: {
    status: 429,
    code: 'request.rate-limited',
    message: 'Too many requests. The header Retry-After says when to go on.',
  },
});

/**
 * Limits requests for all nodes together, in PostgreSQL. A node leases tokens in small numbers and spends them locally, so
 * that the usual request costs no query; a lot that is not used up shortens the window of that key by less than a thirtieth
 * for each node. While the database is out of reach each node counts alone.
 */
export function createRequestLimits(pool: Pool, settings: RequestLimitSettings): RequestLimits {
  const quotas = new Map<number, Counter>();
  async function countQuota({ routeOptions }: FastifyRequest, reply: FastifyReply, key: string): Promise<void> {
    const { quotaPerHour: limit, url } = routeOptions.config;
    if (limit === undefined) return;
    const counter = quotas.get(limit) ?? createCounter(pool, { name: 'quota', limit, windowSeconds: HOUR_SECONDS });
    quotas.set(limit, counter);
    await take(reply, counter, `${url}:${key}`);
  }
  if (!settings.isOn) {
    return {
      countUser: countQuota,
      countAddress: (request, reply) => countQuota(request, reply, networkOf(request.ip)),
      countFailure: async () => undefined,
      countHourly: async () => undefined,
    };
  }

  const windowSeconds = settings.windowSeconds ?? 60;
  const user = createCounter(pool, { name: 'user', limit: settings.perUser, windowSeconds });
  const address = createCounter(pool, { name: 'address', limit: settings.perAddress, windowSeconds });
  const fileLimit = settings.perAddress * FILES_FOR_EACH_REQUEST;
  const files = createCounter(pool, { name: 'files', limit: fileLimit, windowSeconds });
  const costly = createCounter(pool, { name: 'costly', limit: settings.costly, windowSeconds });
  const hourly = Object.fromEntries(
    Object.entries(settings.perHour).map(([group, limit]) => [
      group,
      createCounter(pool, { name: `hour:${group}`, limit, windowSeconds: HOUR_SECONDS }),
    ]),
  ) as Record<keyof HourlyLimits, Counter>;

  async function count(request: FastifyRequest, reply: FastifyReply, counter: Counter, key: string): Promise<void> {
    const config = request.routeOptions.config;
    // A key is written down, with its response, before anything is refused.
    const isFree = config.isSigned === true || config.isLimitedByFeature === true;
    if (config.skipLoadShedding || (isFree && request.headers['idempotency-key'] === undefined)) return;
    await take(reply, counter, key);
    if (config.costly !== undefined) await take(reply, costly, `${config.costly}:${key}`);
    if (config.perHour !== undefined) await take(reply, hourly[config.perHour], key);
    await countQuota(request, reply, key);
  }

  return {
    countUser: (request, reply, userId) => count(request, reply, user, userId),
    countAddress: (request, reply) => {
      const counter = request.routeOptions.config.servesFiles ? files : address;
      return count(request, reply, counter, networkOf(request.ip));
    },
    countFailure: (request, reply) => take(reply, address, networkOf(request.ip)),
    countHourly: ({ caller, ip }, reply, group) => take(reply, hourly[group], caller?.limitedId ?? networkOf(ip)),
  };
}

/**
 * The network that a limit counts for a client: the /64 of an IPv6 address (RFC 6177), since a client can use any address in it.
 * An IPv4 address counts as itself, also if an IPv6 address maps it.
 */
export function networkOf(address: string): string {
  const parsed = parseIpAddress(address);
  if (parsed === null) return address;
  const unmapped = unmapIpv4(parsed);
  if (unmapped instanceof ipaddr.IPv4) return unmapped.toString();
  const prefix = unmapped.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Places that this node has taken of a window: `left` to hand out, while `remaining` are still to be had by all nodes. */
type Lot = { left: number; remaining: number; endsAt: number };
type Taken = Lot & { isRefused: boolean };
type CounterOptions = { name: string; limit: number; windowSeconds: number };
type Counter = CounterOptions & { take(key: string): Promise<Taken> };

function createCounter(pool: Pool, counter: CounterOptions): Counter {
  const { name, limit, windowSeconds } = counter;
  const options = { keyPrefix: name, points: limit, duration: windowSeconds };
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    inMemoryBlockOnConsumed: limit,
    insuranceLimiter: new RateLimiterMemory(options),
  });
  const usualSize = Math.max(1, Math.floor(limit / 30));
  // The cache is created with its first key, because it reserves memory for all of them, and a node has twenty counters.
  let lots: LRUCache<string, Lot> | undefined;
  const asked = new Map<string, Promise<Taken>>();

  async function askForLot(key: string): Promise<Taken> {
    const last = lots?.get(key);
    // Lease at most what is left of an open window, or its last tokens would be lost.
    const rest = last !== undefined && last.endsAt > performance.now() ? last.remaining : limit;
    const size = Math.max(1, Math.min(usualSize, rest));
    // The window is counted from before the query, so that no token is used after the end of its window.
    const askedAt = performance.now();
    try {
      const taken = await limiter.consume(key, size);
      const lot = { left: size, remaining: taken.remainingPoints, endsAt: askedAt + taken.msBeforeNext };
      lots ??= new LRUCache({ max: MAX_CACHED_KEYS });
      lots.set(key, lot);
      return { ...lot, isRefused: false };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { left: 0, remaining: 0, endsAt: askedAt + refusal.msBeforeNext, isRefused: true };
    }
  }

  /** Requests that come at once share one question: each taking a lot of its own would use up the window. */
  function askOnce(key: string): Promise<Taken> {
    const inFlight = asked.get(key) ?? askForLot(key).finally(() => asked.delete(key));
    asked.set(key, inFlight);
    return inFlight;
  }

  return {
    ...counter,
    async take(key) {
      for (;;) {
        const lot = lots?.get(key);
        if (lot !== undefined && lot.left > 0 && lot.endsAt > performance.now()) {
          lot.left -= 1;
          return { ...lot, isRefused: false };
        }
        const response = await askOnce(key);
        if (response.isRefused) return response;
      }
    },
  };
}

async function take(reply: FastifyReply, counter: Counter, key: string): Promise<void> {
  const { left, remaining, endsAt, isRefused } = await counter.take(key);
  const resetSeconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
  reply.headers({
    'ratelimit-limit': counter.limit,
    'ratelimit-remaining': left + remaining,
    'ratelimit-reset': resetSeconds,
    'ratelimit-policy': `${counter.limit};w=${counter.windowSeconds}`,
  });
  if (isRefused) throw limitErrors.rateLimited({ retryAfterSeconds: resetSeconds });
}
