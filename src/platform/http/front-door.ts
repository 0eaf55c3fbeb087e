import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { errorBody, RETRY_AFTER_SECONDS } from './error-handler.ts';
import { isServedUnderLoad, OVERLOADED } from './limits/load-shedding.ts';
import type { HttpScope } from './scope.ts';
import { SAFE_HEADERS } from './socket-errors.ts';

export type FrontDoorOptions = {
  /** Returns the request id in ASCII. */
  requestIdOf: (request: IncomingMessage) => string;
  /** Whether the node has as much in progress as it can. */
  isFull: () => boolean;
  /** Origins of web clients that may read the refusal. */
  corsOrigins: readonly string[];
  /** Called for each request that passes. */
  onPassed: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called for each that was refused, once its response is written as a whole. */
  onRefusalWritten: (socket: Socket) => void;
};

export type FrontDoor = {
  /** Creates the server of the framework. */
  serverFactory: NonNullable<FastifyServerOptions['serverFactory']>;
  /** Learns which routes are served under any load. Call it before there are any. */
  watch(server: HttpScope): void;
  /** Calls a listener for each refusal, with the method of the request. */
  onRefused(listener: (method: string) => void): void;
};

type ServerSettings = {
  http: ServerOptions;
  keepAliveTimeout: number;
  requestTimeout: number;
  connectionTimeout: number;
};

/** Names and values in turn: as an object they cost a refusal a quarter more. */
const HEADERS = Object.entries({
  ...SAFE_HEADERS,
  'retry-after': String(RETRY_AFTER_SECONDS),
  'content-type': 'application/json; charset=utf-8',
}).flat();
const HEADERS_FOR_CORS = ['access-control-expose-headers', 'x-request-id, retry-after', 'vary', 'Origin'];

const ID = '{request_id}';
/** The body of a refusal, before its request id and behind it. */
const [BODY_START = '', BODY_END = ''] = JSON.stringify(errorBody(OVERLOADED, ID)).split(ID);
const BODY_LENGTH = Buffer.byteLength(BODY_START + BODY_END);

const HEADER_OF_BODY = /^(?:content-length|transfer-encoding)$/i;

/** Connections with a longer body are closed, in place of reading it to its end. */
const MAX_DRAINED_BYTES = 64 * 1024;

/**
 * Refuses requests with `server.overloaded` while the node is full, before the framework sees them: a refusal then costs so little
 * that many times the capacity of a node can be refused beside what it serves.
 */
export function createFrontDoor(options: FrontDoorOptions): FrontDoor {
  const { requestIdOf, isFull, corsOrigins, onPassed, onRefusalWritten } = options;
  const origins = new Set(corsOrigins);
  const listeners: ((method: string) => void)[] = [];
  const openPaths = new Set<string>();
  /** Ends with a slash each. */
  const openFolders: string[] = [];

  function isOpen({ url = '' }: IncomingMessage): boolean {
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    return openPaths.has(path) || openFolders.some((folder) => path.startsWith(folder));
  }

  // Node parses `headers` when they are first asked for, a tenth of the cost of a refusal: most need none of them.
  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', socket } = request;
    for (const listener of listeners) listener(method);
    const id = requestIdOf(request);
    const headers = [...HEADERS, 'x-request-id', id, 'content-length', String(BODY_LENGTH + id.length)];
    const origin = origins.size > 0 ? request.headers.origin : undefined;
    if (origin !== undefined && origins.has(origin)) {
      headers.push('access-control-allow-origin', origin, ...HEADERS_FOR_CORS);
    }
    if (hasBody(request) && hasLongBody(request)) headers.push('connection', 'close');
    response.writeHead(OVERLOADED.status, headers);
    response.end(method === 'HEAD' ? undefined : BODY_START + id + BODY_END);
    // Otherwise it waits behind an earlier one.
    if (response.socket !== null) onRefusalWritten(socket);
  }

  const listenerOf =
    (handle: RequestListener): RequestListener =>
    (request, response) => {
      if (isFull() && !isOpen(request)) refuse(request, response);
      else {
        onPassed(request, response);
        handle(request, response);
      }
    };

  return {
    serverFactory: (handle, options): Server => {
      // The framework sets these on a server of its own.
      const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as ServerSettings;
      const server = createServer(http, listenerOf(handle as RequestListener));
      return Object.assign(server, { keepAliveTimeout, requestTimeout }).setTimeout(connectionTimeout);
    },
    onRefused: (listener) => void listeners.push(listener),
    watch: (server) => {
      server.addHook('onRoute', ({ url, config = {} }) => {
        if (!isServedUnderLoad(config)) return;
        if (url.endsWith('/*')) openFolders.push(url.slice(0, -1));
        else openPaths.add(url);
      });
    },
  };
}

/** Names and values in turn. */
const hasBody = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.some((text, index) => index % 2 === 0 && HEADER_OF_BODY.test(text));

function hasLongBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_DRAINED_BYTES;
}
