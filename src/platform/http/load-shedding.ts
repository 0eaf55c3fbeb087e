import underPressure from '@fastify/under-pressure';
import type { FastifyRequest } from 'fastify';
import { declareErrors } from '../errors.ts';
import type { HttpScope } from './server.ts';

/** Beyond which load a node takes no more requests. Times are in milliseconds. */
export type LoadLimits = {
  /** Beyond this mean delay of the event loop, what is under way would only get slower with more; 0 for no limit. */
  eventLoopDelay: number;
  /** Over which time the delay is taken. */
  eventLoopSample: number;
  /** So few requests are served however slow the event loop is: then they are not what slows it. */
  requestsWhileSlow: number;
  /** With this many requests under way, others would wait longer than their clients do. */
  requestsAtOnce: number;
};

export const LOAD_LIMITS: LoadLimits = {
  eventLoopDelay: 250,
  eventLoopSample: 500,
  requestsWhileSlow: 32,
  requestsAtOnce: 500,
};

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
export function shedLoad(server: HttpScope, limits: LoadLimits): void {
  let underWay = 0;
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.staysOpen === true) {
      if (underWay >= limits.requestsAtOnce) throw loadErrors.overloaded();
      return;
    }
    underWay += 1;
    let isUnderWay = true;
    const leave = () => {
      underWay -= isUnderWay ? 1 : 0;
      isUnderWay = false;
    };
    // An answer ends with the first of these; one that the client gave up on ends with the second alone.
    reply.raw.once('finish', leave).once('close', leave);
    if (underWay > limits.requestsAtOnce && !isAlwaysServed(request)) throw loadErrors.overloaded();
  });
  server.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    sampleInterval: limits.eventLoopSample,
    pressureHandler: (request) => {
      if (underWay > limits.requestsWhileSlow && !isAlwaysServed(request)) throw loadErrors.overloaded();
    },
  });
}

function isAlwaysServed(request: FastifyRequest): boolean {
  const { isAlwaysServed, isNeverShed } = request.routeOptions.config;
  return isAlwaysServed === true || isNeverShed === true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served under any load, and free of request limits: for routes that say how the node is doing. */
    isAlwaysServed?: boolean;
    /** Served under any load, and counted like others: for what shows an operator how the node is doing. */
    isNeverShed?: boolean;
    /** Its answer goes on for as long as the client listens: it is no request under way, and has limits of its own. */
    staysOpen?: boolean;
  }
}
