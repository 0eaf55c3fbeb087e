import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { declareErrors } from '../errors.ts';
import type { Ids } from '../ids.ts';
import { compressResponses } from './compression.ts';
import { errorHandler, handleUnknownRoute, plainErrorHandler } from './error-handler.ts';
import { EVENT_STREAM_LIMITS, type EventStreamLimits } from './event-streams.ts';
import { createFrontDoor } from './front-door.ts';
import { acceptJsonBodies, MAX_JSON_BYTES, refuseUnstorableText } from './json-body.ts';
import { createConcurrencyLimit } from './limits/concurrency-limit.ts';
import { createHostCheck } from './limits/known-hosts.ts';
import { LOAD_LIMITS, type LoadLimits, shedLoad } from './limits/load-shedding.ts';
import { createProxyIds } from './proxy-ids.ts';
import { logRequests } from './request-log.ts';
import { NOT_STORED, revalidateReads } from './revalidation.ts';
import type { HttpScope } from './scope.ts';
import { createSocketErrors, handleUnreadableAddress } from './socket-errors.ts';
import { acceptStrictHandling } from './strict-handling.ts';
import { registerFormats } from './validation/formats.ts';
import { buildSerializer } from './validation/serialization.ts';
import { validatorCompiler } from './validation/validation.ts';
import { isNavigation, serveWebClient, type WebClient, type WebClientOptions } from './web-client/web-client.ts';

export type HttpOptions = {
  logger: Logger;
  ids: Ids;
  /** Whether the server is draining: it still serves requests, but asks clients to connect elsewhere next time. */
  isDraining: () => boolean;
  isReachedOverTls: boolean;
  /** Networks (CIDR) of proxies whose word is taken on the client's address, and on the ids of request and trace. */
  trustedProxies: readonly string[];
  /** Origins of web clients that may call from a browser. */
  corsOrigins: readonly string[];
  /** Host names of this server beside those of `createHostCheck`; null if a proxy decides which names reach it. */
  knownHosts?: readonly string[] | null;
  /** The client that browsers get; null if this server has none. */
  webClient?: WebClientOptions | null;
  /** The longest wait for a connection of the database since the last call, in milliseconds; default none. */
  readDatabaseWait?: () => number;
  /** Other limits than those of production, for tests that cannot wait. */
  limits?: Partial<HttpLimits>;
};

/** What one request may take at most, and all of them together. Times are in milliseconds. */
export type HttpLimits = LoadLimits &
  EventStreamLimits & {
    /** How long a client may take for its headers. */
    headersTime: number;
    /** How long a client may take for all of its request. */
    requestTime: number;
    /** How long nothing may come or go on a connection while a response is made or read. */
    silenceTime: number;
    /** How often slow clients are looked for. */
    slowClientCheckInterval: number;
  };

/** What a node serves now. */
export type Load = {
  /** Requests that are identified or handled; those whose body or response is on its way do not count. */
  requests(): number;
  /** Calls a listener for each request that is refused before any hook, with its method. */
  onRefused(listener: (method: string) => void): void;
};

export type RegisteredRoute = { audience: string; method: string; path: string; config: FastifyContextConfig };

const LIMITS: HttpLimits = {
  ...LOAD_LIMITS,
  ...EVENT_STREAM_LIMITS,
  headersTime: 10_000,
  requestTime: 30_000,
  silenceTime: 60_000,
  slowClientCheckInterval: 1_000,
};

const serverErrors = declareErrors({
  hostMissing: {
    status: 400,
    code: 'request.host-missing',
    message: 'A request of HTTP/1.1 names its host. Send the header Host.',
  },
  hostUnknown: {
    status: 421,
    code: 'request.host-unknown',
    message:
      'This server does not serve the host of the request. Use its PUBLIC_URL, or ask its operator to set PUBLIC_URL to this address, or TRUSTED_PROXIES if there is a proxy.',
  },
});

/** What web clients may read of a response besides its body. */
const HEADERS_FOR_CLIENTS = [
  'x-request-id',
  'etag',
  'preference-applied',
  'retry-after',
  'idempotency-replayed',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
];

/**
 * The server before any route: validation, error exit, request ids, security headers. `routes` lists what has been
 * registered, once the server is ready; a route outside of every audience makes it refuse to become ready.
 */
export function createServer(options: HttpOptions): {
  server: HttpScope;
  routes: RegisteredRoute[];
  webClient: WebClient | null;
  load: Load;
} {
  registerFormats();
  const limits = { ...LIMITS, ...options.limits };
  const socketErrors = createSocketErrors(options.ids);
  const proxyIds = createProxyIds(options.trustedProxies);
  const requestIdOf = (request: IncomingMessage) => proxyIds.requestIdOf(request) ?? options.ids.next();
  const inProgress = createConcurrencyLimit({
    min: Math.min(limits.requestsWhileCongested, limits.requestConcurrency),
    max: limits.requestConcurrency,
    interval: limits.congestionSample,
    maxLoopDelay: limits.eventLoopDelay,
    maxDatabaseWait: limits.databaseWait,
    readDatabaseWait: options.readDatabaseWait ?? (() => 0),
  });
  const frontDoor = createFrontDoor({
    requestIdOf,
    isFull: inProgress.isFull,
    corsOrigins: options.corsOrigins,
    onPassed: socketErrors.noteRequest,
    onRefusalWritten: socketErrors.noteResponse,
  });
  const server = fastify({
    serverFactory: frontDoor.serverFactory,
    loggerInstance: options.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    childLoggerFactory: (logger, bindings, loggerOptions, request) => {
      const trace = proxyIds.traceOf(request);
      return logger.child({ ...bindings, ...(trace !== null && { trace_id: trace.traceId }) }, loggerOptions);
    },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: MAX_JSON_BYTES,
    requestTimeout: limits.requestTime,
    connectionTimeout: limits.silenceTime,
    handlerTimeout: limits.handlerTime,
    http: {
      headersTimeout: limits.headersTime,
      connectionsCheckingInterval: limits.slowClientCheckInterval,
      // Node's own refusal would have no body.
      requireHostHeader: false,
    },
    // What still comes on open connections gets a response, with the word that this connection ends.
    return503OnClosing: false,
    frameworkErrors: handleUnreadableAddress,
    schemaController: { compilersFactory: { buildSerializer } },
    clientErrorHandler: socketErrors.handle,
  }).withTypeProvider<TypeBoxTypeProvider>();

  frontDoor.watch(server);
  server.setValidatorCompiler(validatorCompiler);
  // Fastify calls the route's error handler first, then the server's. The second gets what the first throws, or what fails while its
  // response is written.
  server.addHook('onRoute', (route) => {
    route.errorHandler ??= errorHandler;
  });
  server.setErrorHandler(plainErrorHandler);
  let webClient: WebClient | null = null;
  // Each screen of the client has a path, which no route knows.
  const handleUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    webClient !== null && isNavigation(request) ? webClient.sendPage(reply) : handleUnknownRoute(request, reply);
  server.setNotFoundHandler({ errorHandler: errorHandler } as object, handleUnknown);
  server.decorateRequest('caller', null);
  server.decorateRequest('trace', null);
  server.decorateRequest('span', null);
  server.decorateRequest('problemCode', null);
  acceptJsonBodies(server as unknown as FastifyInstance);

  const securityHeaders = headersSetBy(
    helmet({
      contentSecurityPolicy: {
        // `default-src` does not cover the three others.
        directives: {
          defaultSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
        useDefaults: false,
      },
      // A promise about TLS is for servers that clients reach over TLS.
      strictTransportSecurity: options.isReachedOverTls,
    }),
  );
  const { knownHosts = null } = options;
  const isKnownHost = knownHosts === null ? () => true : createHostCheck(knownHosts);
  // Before the plugins, which handle some requests themselves.
  server.addHook('onRequest', (request, reply, done) => {
    request.trace = proxyIds.traceOf(request.raw);
    reply.headers(securityHeaders).header('x-request-id', request.id);
    // Most responses are private: no shared cache may store one unless a route allows it.
    reply.header('cache-control', NOT_STORED);
    if (options.isDraining()) reply.header('connection', 'close');
    const { host } = request.headers;
    if (host === undefined || isKnownHost(host)) done();
    else done(serverErrors.hostUnknown());
  });
  server.register(cors, {
    origin: [...options.corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: HEADERS_FOR_CLIENTS,
    // An OPTIONS that is no preflight gets the same empty response, in place of a refusal that is not JSON.
    strictPreflight: false,
  });
  server.addHook('preValidation', async (request) => {
    refuseUnstorableText([request.params, request.query]);
  });
  // An unknown address is unknown whatever the body holds, so this comes before anything reads it.
  server.addHook('preParsing', async (request, reply) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw serverErrors.hostMissing();
    if (request.is404) await handleUnknown(request, reply);
  });
  logRequests(server, options.logger);
  revalidateReads(server);
  compressResponses(server as unknown as FastifyInstance);
  acceptStrictHandling(server);
  shedLoad(server, limits, inProgress, socketErrors.refuseSlow);
  const routes = collectRoutes(server);
  if (options.webClient) webClient = serveWebClient(server, options.webClient);

  const load = { requests: inProgress.count, onRefused: frontDoor.onRefused };
  return { server, routes, webClient, load };
}

/** The headers that a middleware sets, for one that sets the same for each response. */
function headersSetBy(
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(response.req, response, () => undefined);
  return { ...response.getHeaders() };
}

function collectRoutes(server: HttpScope): RegisteredRoute[] {
  const routes: RegisteredRoute[] = [];
  const registered: { method: string | string[]; url: string; config?: FastifyContextConfig }[] = [];
  server.addHook('onRoute', (route) => {
    registered.push(route);
  });
  server.addHook('onReady', async () => {
    for (const { method, url, config } of registered) {
      // HEAD comes with every GET, and preflights bring routes of their own.
      const methods = [method].flat().filter((name) => name !== 'HEAD' && name !== 'OPTIONS');
      if (methods.length === 0 || config?.isPage) continue;
      const audience = config?.audience;
      if (audience === undefined) throw new Error(`Register the route ${url} behind a guard (see openGuardedRoutes).`);
      routes.push(...methods.map((name) => ({ audience, method: name, path: url, config: { ...config } })));
    }
  });
  return routes;
}
