import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, declareError, type ErrorDetail, sqlStateOf } from '../errors.ts';
import { NOT_STORED } from './revalidation.ts';
import { detailsOf } from './validation/problem-details.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error response, for the request log; null without one. */
    problemCode: string | null;
  }
}

type HttpProblem = {
  status: number;
  code: string;
  message: string;
  details?: readonly ErrorDetail[];
  current?: object;
};

/** Retry-After of a busy server. */
export const RETRY_AFTER_SECONDS = 2;

/** The one exit for errors: sends the problem as JSON, and logs unexpected errors. */
export function errorHandler(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = logProblem(thrown, request, reply);
  return reply.status(problem.status).send(errorBody(problem, request.id));
}

/**
 * The exit for errors that happen while an error response is written, such as in a hook that needs the database.
 * Sends the same body without hooks and serializers; the framework would send its own format and the message of the error.
 */
export function plainErrorHandler(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = logProblem(thrown, request, reply);
  const body = JSON.stringify(errorBody(problem, request.id));
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    // The response that failed may have set these headers.
    'content-encoding': undefined,
    etag: undefined,
    'cache-control': NOT_STORED,
  };
  reply.hijack();
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  // The failure may be an invalid header.
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    try {
      reply.raw.setHeader(name, value);
    } catch {
      reply.raw.removeHeader(name);
    }
  }
  reply.raw.statusCode = problem.status;
  reply.raw.end(body);
  return reply;
}

function logProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): HttpProblem {
  // Anything can be thrown, and its text may be private: only errors are inspected.
  const error =
    thrown instanceof Error || isInvalidRequest(thrown) ? thrown : new Error('The thrown value is not an error.');
  const problem = problemOf(error);
  request.problemCode = problem.code;
  // A client that closes the connection during its body is not logged as a failure.
  const isAborted = request.raw.errored === error;
  if (problem.status >= 500 && !(error instanceof AppError) && !isAborted)
    request.log.error({ event: 'request.failed', err: error }, 'request failed');
  const retryAfter = error instanceof AppError ? error.retryAfterSeconds : undefined;
  if (retryAfter !== undefined || problem.status === 503)
    reply.header('retry-after', retryAfter ?? RETRY_AFTER_SECONDS);
  return problem;
}

export function handleUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.problemCode = UNKNOWN_ROUTE.code;
  return reply.status(404).send(errorBody(UNKNOWN_ROUTE, request.id));
}

/** The body of every error response. */
export function errorBody(problem: HttpProblem, requestId: string) {
  return {
    error: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.details !== undefined && { details: problem.details }),
    ...(problem.current !== undefined && { current: problem.current }),
  };
}

const UNKNOWN_ROUTE: HttpProblem = declareError({
  status: 404,
  code: 'route.unknown',
  message: 'There is nothing at this URL. See /docs for the routes.',
});

const MALFORMED: HttpProblem = declareError({
  status: 400,
  code: 'request.refused',
  message: 'The request is malformed. Check it against /docs.',
});

const UNEXPECTED: HttpProblem = declareError({
  status: 500,
  code: 'server.unexpected',
  message: 'Something went wrong on our side. Try again, and quote the request id if it happens again.',
});

const BUSY: HttpProblem = declareError({
  status: 503,
  code: 'server.busy',
  message: 'The server cannot respond right now. Try again in a moment.',
});

const READ_ONLY: HttpProblem = declareError({
  status: 503,
  code: 'server.read-only',
  message: 'Nothing can be saved right now, but everything can be read. Try again in a moment.',
});

const OUT_OF_SPACE: HttpProblem = declareError({
  status: 503,
  code: 'server.out-of-space',
  message: 'Nothing can be saved right now: the server has no space left. Try again later, or contact the operator.',
});

const UNACCEPTABLE_VALUE: HttpProblem = declareError({
  status: 400,
  code: 'request.unacceptable-value',
  message: 'A value of the request cannot be stored, or contradicts what is stored. Check it against /docs.',
});

const MALFORMED_URL: HttpProblem = declareError({
  status: 400,
  code: 'request.malformed-url',
  message: 'The URL is not valid, or a part of it is too long. Check it against /docs.',
});

/** Errors of the framework that a client can cause, by their code. */
const FRAMEWORK_PROBLEMS: Record<string, HttpProblem> = {
  FST_ERR_BAD_URL: MALFORMED_URL,
  FST_ERR_MAX_PARAM_LENGTH: MALFORMED_URL,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: declareError({
    status: 415,
    code: 'request.unsupported-media-type',
    message: 'This route does not read that Content-Type. Send application/json.',
  }),
  FST_ERR_CTP_BODY_TOO_LARGE: declareError({
    status: 413,
    code: 'request.too-large',
    message: 'The body is larger than this route takes. Send less.',
  }),
  FST_ERR_CTP_INVALID_JSON_BODY: declareError({
    status: 400,
    code: 'request.malformed-json',
    message: 'The body is not valid JSON. Check quotes, commas and brackets.',
  }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: declareError({
    status: 400,
    code: 'request.wrong-length',
    message: 'The body is not as long as its Content-Length says.',
  }),
};

function problemOf(error: FastifyError | Error): HttpProblem {
  if (error instanceof AppError) {
    const { status, code, message, details, current } = error;
    return { status, code, message, ...(details && { details }), ...(current && { current }) };
  }
  if (isInvalidRequest(error)) return invalidRequest(error);
  const code = 'code' in error ? String(error.code) : '';
  return (
    FRAMEWORK_PROBLEMS[code] ?? systemProblem(code) ?? databaseProblem(error) ?? problemByStatus(error) ?? UNEXPECTED
  );
}

/** Whether the framework threw this for a request that does not match its schema. */
function isInvalidRequest(thrown: unknown): thrown is FastifyError {
  return typeof thrown === 'object' && thrown !== null && 'validation' in thrown && Array.isArray(thrown.validation);
}

const INVALID: HttpProblem = declareError({
  status: 400,
  code: 'request.invalid',
  message: 'The request is not valid.',
});

function invalidRequest(error: FastifyError): HttpProblem {
  const part = error.validationContext ?? 'request';
  const details = detailsOf(part, error.validation ?? []);
  const [first] = details;
  const message = first ? invalidAt(first) : INVALID.message;
  return { ...INVALID, message, details };
}

/** The message of an invalid request, by its first detail. */
export function invalidAt({ path, message }: ErrorDetail): string {
  return `The request is not valid at ${path}. ${message}`;
}

/** Unreachable hosts and exhausted disks or file tables: temporary. */
function systemProblem(code: string): HttpProblem | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') return OUT_OF_SPACE;
  return /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|EMFILE|ENFILE)$/.test(
    code,
  )
    ? BUSY
    : undefined;
}

/**
 * The last check after validation, by SQLSTATE and its class.
 * Caused by the caller: data exceptions (22), violated constraints (23), values too long for an index (54000). Temporary: lost
 * connections (08), rejected connections (28, 3D000), lacking resources (53), locks (55), interventions and timeouts (57),
 * transaction conflicts (40), idle transactions (25P03), and a primary that became a standby (25006).
 */
function databaseProblem(error: Error): HttpProblem | undefined {
  const code = sqlStateOf(error);
  if (code === undefined) return undefined;
  if (/^2[23]/.test(code) || code === '54000') return UNACCEPTABLE_VALUE;
  if (code === '25006') return READ_ONLY;
  if (code === '53100') return OUT_OF_SPACE;
  return /^(08|28|3D000|25P03|40|53|55|57)/.test(code) ? BUSY : undefined;
}

function problemByStatus(error: FastifyError | Error): HttpProblem | undefined {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 503) return BUSY;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  // For keys such as __proto__ and malformed URLs. The framework's own message is not sent.
  return MALFORMED;
}
