import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, declareError, type ErrorDetail, sqlStateOf } from '../errors.ts';

type HttpProblem = { status: number; code: string; message: string; details?: readonly ErrorDetail[] };

/** How long a client should wait before it asks a busy server again, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** The one way out for errors: whatever was thrown becomes the decided body, and only the unexpected is logged with its stack. */
export function errorHandler(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = noteRefusal(thrown, request, reply);
  return reply.status(refusal.status).send(errorBody(refusal, request.id));
}

/**
 * The way out for what fails while the answer to an error is written, such as a hook that needs the database: the same body, past
 * all hooks and serializers. The framework would answer in a shape of its own, with the words of the error.
 */
export function plainErrorHandler(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = noteRefusal(thrown, request, reply);
  const body = JSON.stringify(errorBody(refusal, request.id));
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  reply.hijack();
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  // A header that cannot be sent may be what has failed.
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    try {
      reply.raw.setHeader(name, value);
    } catch {
      reply.raw.removeHeader(name);
    }
  }
  reply.raw.statusCode = refusal.status;
  reply.raw.end(body);
  return reply;
}

function noteRefusal(thrown: unknown, request: FastifyRequest, reply: FastifyReply): HttpProblem {
  // Anything can be thrown, and its text may be somebody's: only errors are looked into.
  const error =
    thrown instanceof Error || isInvalidRequest(thrown) ? thrown : new Error('What was thrown is no error.');
  const refusal = refusalOf(error);
  // A client that hung up in the middle of its body is no failure of ours, and can fill no log.
  const isAborted = request.raw.errored === error;
  if (refusal.status >= 500 && !(error instanceof AppError) && !isAborted)
    request.log.error({ err: error }, 'request failed');
  const retryAfter = error instanceof AppError ? error.retryAfterSeconds : undefined;
  if (retryAfter !== undefined || refusal.status === 503)
    reply.header('retry-after', retryAfter ?? RETRY_AFTER_SECONDS);
  return refusal;
}

export function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(errorBody(UNKNOWN_ROUTE, request.id));
}

/** The body of every answer that is not a success. */
export function errorBody(refusal: HttpProblem, requestId: string) {
  return {
    error: refusal.message,
    code: refusal.code,
    request_id: requestId,
    ...(refusal.details !== undefined && { details: refusal.details }),
  };
}

const UNKNOWN_ROUTE: HttpProblem = declareError({
  status: 404,
  code: 'route.unknown',
  message: 'There is nothing at this address. See /docs for what there is.',
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
  message: 'The server cannot answer right now. Try again in a moment.',
});

const READ_ONLY: HttpProblem = declareError({
  status: 503,
  code: 'server.read-only',
  message: 'Nothing can be saved right now, but everything can be read. Try again in a moment.',
});

const OUT_OF_SPACE: HttpProblem = declareError({
  status: 503,
  code: 'server.out-of-space',
  message:
    'Nothing can be saved right now: the server has no space left. Try again later, or tell the people who run it.',
});

const UNACCEPTABLE_VALUE: HttpProblem = declareError({
  status: 400,
  code: 'request.unacceptable-value',
  message: 'A value of the request cannot be stored, or contradicts what is stored. Check it against /docs.',
});

const MALFORMED_ADDRESS: HttpProblem = declareError({
  status: 400,
  code: 'request.malformed-address',
  message: 'The address is not valid, or a part of it is too long. Check it against /docs.',
});

/** Errors of the framework that a client can cause, by their code there. */
const FRAMEWORK_REFUSALS: Record<string, HttpProblem> = {
  FST_ERR_BAD_URL: MALFORMED_ADDRESS,
  FST_ERR_MAX_PARAM_LENGTH: MALFORMED_ADDRESS,
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

function refusalOf(error: FastifyError | Error): HttpProblem {
  if (error instanceof AppError) {
    const { status, code, message, details } = error;
    return { status, code, message, ...(details !== undefined && { details }) };
  }
  if (isInvalidRequest(error)) return invalidRequest(error);
  const code = 'code' in error ? String(error.code) : '';
  return (
    FRAMEWORK_REFUSALS[code] ??
    refusalOfSystem(code) ??
    refusalOfDatabase(error) ??
    refusalByStatus(error) ??
    UNEXPECTED
  );
}

/** What the framework throws over a request that its schema refuses. */
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
  const details = (error.validation ?? []).map(({ instancePath, message = 'is not valid' }) => ({
    path: `${part}${instancePath.replaceAll('/', '.')}`,
    message,
  }));
  const [first] = details;
  const message = first ? `The request is not valid: ${first.path} ${first.message}.` : INVALID.message;
  return { ...INVALID, message, details };
}

/** Another computer that cannot be reached, and a disk or a table of files that is full: it may pass. */
function refusalOfSystem(code: string): HttpProblem | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') return OUT_OF_SPACE;
  return /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|EMFILE|ENFILE)$/.test(
    code,
  )
    ? BUSY
    : undefined;
}

/**
 * The last net under validation, by PostgreSQL's SQLSTATE and its class. Data exceptions (22), broken constraints (23) and values
 * longer than an index takes (54000) are the caller's. What may pass: lost connections (08), connections refused to the role (28,
 * 3D000), lacking resources (53), locks (55), interventions and time limits (57), conflicts between transactions (40), a
 * transaction cut for being idle (25P03), and a primary that has become a standby (25006).
 */
function refusalOfDatabase(error: Error): HttpProblem | undefined {
  const code = sqlStateOf(error);
  if (code === undefined) return undefined;
  if (/^2[23]/.test(code) || code === '54000') return UNACCEPTABLE_VALUE;
  if (code === '25006') return READ_ONLY;
  if (code === '53100') return OUT_OF_SPACE;
  return /^(08|28|3D000|25P03|40|53|55|57)/.test(code) ? BUSY : undefined;
}

function refusalByStatus(error: FastifyError | Error): HttpProblem | undefined {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 503) return BUSY;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  // Keys such as __proto__ and malformed addresses end here; the framework's own words do not.
  return MALFORMED;
}
