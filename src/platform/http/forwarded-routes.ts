import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { ErrorDeclaration } from '../errors.ts';
import { NETWORK_HEADER, wideNetworkOf } from '../network/ip-address.ts';
import { errorBody } from './error-handler.ts';
import type { Routes } from './guarded-routes.ts';

/** A handler of web requests that serves declared routes, such as that of a library. */
export type WebHandler = {
  handle: (request: Request) => Promise<Response>;
  publicUrl: string;
  tags: readonly string[];
  maxBodyBytes: number;
  /** The problem for an error of the handler, which has its own code and message. */
  problemOf: (error: { status: number; code?: string; message?: string }) => ErrorDeclaration;
};

/** Calls the handler with the request, and these headers in place of its own. */
export type Forward = (headers?: Readonly<Record<string, string>>) => Promise<Response>;

/** A route that a handler serves under the same path. */
export type ForwardedRoute = {
  method: 'GET' | 'POST';
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** Only the declared fields reach the handler. */
  body?: TObject;
  querystring?: TObject;
  response: TSchema;
  security?: readonly Record<string, string[]>[];
  config?: FastifyContextConfig;
  errors?: readonly string[];
  /** Calls the handler. For what has to happen before or after. */
  handle?: (request: FastifyRequest, forward: Forward) => Promise<Response>;
};

/** Registers declared routes, and no other path of the handler. null registers nothing. */
export function forwardRoutes(handler: WebHandler | null, declarations: readonly ForwardedRoute[]): Routes {
  if (handler === null) return () => undefined;
  const { publicUrl, tags, maxBodyBytes } = handler;
  return (scope) =>
    void scope.register(async (forwarded) => {
      forwarded.setSerializerCompiler(() => (body) => (typeof body === 'string' ? body : JSON.stringify(body)));
      for (const declaration of declarations) {
        const { method, path: url, config, handle, response, body, querystring, ...description } = declaration;
        forwarded.route({
          method,
          url,
          bodyLimit: maxBodyBytes,
          ...(config && { config }),
          schema: {
            tags,
            ...description,
            ...(body && { body }),
            ...(querystring && { querystring }),
            response: { 200: response },
          },
          handler: async (request, reply) => {
            const sent = asWebRequest(request, declaration, publicUrl);
            const forward: Forward = (headers = {}) => {
              for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
              return handler.handle(sent);
            };
            return sendResponse(handler, await (handle ? handle(request, forward) : forward()), reply);
          },
        });
      }
    });
}

function asWebRequest(request: FastifyRequest, { method, path, body, querystring }: ForwardedRoute, publicUrl: string) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // Node's fetch sends sec-fetch-mode without sec-fetch-site, which handlers reject as a hidden origin.
  if (!headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode');
  // The body is serialized again, which can change its length.
  headers.delete('content-length');
  // The address that trusted proxies report.
  headers.set(NETWORK_HEADER, wideNetworkOf(request.ip));
  const url = new URL(path, publicUrl);
  for (const [name, value] of Object.entries(pick(querystring, request.query)))
    url.searchParams.set(name, String(value));
  const sent = method === 'GET' ? null : JSON.stringify(pick(body, request.body));
  if (sent !== null) headers.set('content-type', 'application/json');
  return new Request(url, { method, headers, body: sent });
}

/** The declared fields of a part of a request: the handler would store others. */
function pick(schema: TObject | undefined, given: unknown): Record<string, unknown> {
  const values = (given ?? {}) as Record<string, unknown>;
  const names = Object.keys(schema?.properties ?? {}).filter((name) => Object.hasOwn(values, name));
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Sends the handler's response. Errors get the body of all problems. */
async function sendResponse({ problemOf }: WebHandler, response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const text = await response.text();
  for (const [name, value] of response.headers) {
    if (name !== 'content-length' && name !== 'set-cookie') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (response.status < 400) return reply.status(response.status).send(text);
  const problem = problemOf({ status: response.status, ...parseError(text) });
  reply.request.problemCode = problem.code;
  return reply
    .status(problem.status)
    .type('application/json; charset=utf-8')
    .send(errorBody(problem, reply.request.id));
}

function parseError(text: string): { message?: string; code?: string } {
  try {
    const { message, code } = JSON.parse(text) as { message?: unknown; code?: unknown };
    return {
      ...(typeof message === 'string' && { message }),
      ...(typeof code === 'string' && { code }),
    };
  } catch {
    return {};
  }
}
