import underPressure from '@fastify/under-pressure';
import type { FastifyRequest } from 'fastify';
import { declareErrors } from '../errors.ts';
import type { HttpScope } from './server.ts';

/** Beyond this delay of the event loop, in milliseconds, what is under way would only get slower with more. */
const LONGEST_EVENT_LOOP_DELAY = 250;

/** A node that works on this many requests at once takes no others: they would wait longer than their clients do. */
const MOST_REQUESTS_AT_ONCE = 500;

const loadErrors = declareErrors({
  overloaded: {
    status: 503,
    code: 'server.overloaded',
    message: 'The server has more to do than it can. Try again in a moment.',
  },
});

/**
 * Refuses requests early while there are too many, so that those that were accepted stay quick. Routes of operation, which
 * tell how the node is doing, are always served.
 */
export function shedLoad(server: HttpScope): void {
  let underWay = 0;
  server.addHook('onRequest', async (request, reply) => {
    underWay += 1;
    let isUnderWay = true;
    const leave = () => {
      underWay -= isUnderWay ? 1 : 0;
      isUnderWay = false;
    };
    // An answer ends with the first of these; one that the client gave up on ends with the second alone.
    reply.raw.once('finish', leave).once('close', leave);
    if (underWay > MOST_REQUESTS_AT_ONCE && !isAlwaysServed(request)) throw loadErrors.overloaded();
  });
  server.register(underPressure, {
    maxEventLoopDelay: LONGEST_EVENT_LOOP_DELAY,
    sampleInterval: 500,
    pressureHandler: (request) => {
      if (!isAlwaysServed(request)) throw loadErrors.overloaded();
    },
  });
}

function isAlwaysServed(request: FastifyRequest): boolean {
  return request.routeOptions.config.isAlwaysServed === true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served under any load, and free of request limits: for routes that say how the node is doing. */
    isAlwaysServed?: boolean;
  }
}
