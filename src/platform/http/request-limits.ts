import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { declareErrors } from '../errors.ts';

/** How many requests are served within a minute. */
export type RequestLimitSettings = {
  isOn: boolean;
  /** For each person with a valid token. */
  perUser: number;
  /** For each address without one. */
  perAddress: number;
  /** For each of these on routes that are costly: signing in, AI, mail. */
  costly: number;
};

export type RequestLimits = {
  /** Counts a request of a person. Throws `request.rate-limited`. */
  countUser(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
  /** Counts a request of an address. Throws `request.rate-limited`. */
  countAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Calls of this route are limited more narrowly, all routes of the same name together. */
    costly?: 'sign-in' | 'ai' | 'mail';
  }
}

const WINDOW_SECONDS = 60;
const REMEMBERED_KEYS = 50_000;

const limitErrors = declareErrors({
  rateLimited: {
    status: 429,
    code: 'request.rate-limited',
    message: 'That were too many requests. The header Retry-After says when to go on.',
  },
});

/**
 * Limits requests for all nodes together, in PostgreSQL. A node takes places in small lots and hands them out by itself, so
 * that the usual request costs no query; a lot that is not used up shortens the window of that key by less than a thirtieth
 * for each node. While the database is out of reach each node counts alone.
 */
export function createRequestLimits(pool: Pool, settings: RequestLimitSettings): RequestLimits {
  if (!settings.isOn) return { countUser: async () => undefined, countAddress: async () => undefined };
  const user = createCounter(pool, 'user', settings.perUser);
  const address = createCounter(pool, 'address', settings.perAddress);
  const costly = createCounter(pool, 'costly', settings.costly);

  async function count(request: FastifyRequest, reply: FastifyReply, counter: Counter, key: string): Promise<void> {
    const config = request.routeOptions.config;
    if (config.isAlwaysServed) return;
    await take(reply, counter, key);
    if (config.costly !== undefined) await take(reply, costly, `${config.costly}:${key}`);
  }

  return {
    countUser: (request, reply, userId) => count(request, reply, user, userId),
    countAddress: (request, reply) => count(request, reply, address, networkOf(request.ip)),
  };
}

/** Whoever holds an IPv6 network has more addresses than can be counted: the network is what counts (RFC 6177, /64). */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const tailGroups = tail.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? Array<string>(8 - groups.length - tailGroups.length).fill('0') : [];
  return `${[...groups, ...zeros, ...tailGroups].slice(0, 4).join(':')}::/64`;
}

type Lot = { left: number; remaining: number; endsAt: number };
type Counter = { limit: number; take(key: string): Promise<Lot & { isRefused: boolean }> };

function createCounter(pool: Pool, name: string, limit: number): Counter {
  const options = { keyPrefix: name, points: limit, duration: WINDOW_SECONDS };
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    tableName: 'request_limit',
    tableCreated: true,
    inMemoryBlockOnConsumed: limit,
    insuranceLimiter: new RateLimiterMemory(options),
  });
  const size = Math.max(1, Math.floor(limit / 30));
  const lots = new LRUCache<string, Lot>({ max: REMEMBERED_KEYS });

  return {
    limit,
    async take(key) {
      const lot = lots.get(key);
      if (lot !== undefined && lot.left > 0 && lot.endsAt > performance.now()) {
        lot.left -= 1;
        return { ...lot, isRefused: false };
      }
      try {
        const taken = await limiter.consume(key, size);
        const fresh = {
          left: size - 1,
          remaining: taken.remainingPoints,
          endsAt: performance.now() + taken.msBeforeNext,
        };
        lots.set(key, fresh);
        return { ...fresh, isRefused: false };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { left: 0, remaining: 0, endsAt: performance.now() + refusal.msBeforeNext, isRefused: true };
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
    'ratelimit-policy': `${counter.limit};w=${WINDOW_SECONDS}`,
  });
  if (isRefused) throw limitErrors.rateLimited({ retryAfterSeconds: resetSeconds });
}
