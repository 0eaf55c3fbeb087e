import type { GeneratedRequest } from './requests.ts';

export type RawResponse = {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
};

/** Internal details that no response may contain: stack frames, folders, statements, drivers. No generated value contains one. */
const INSIDES = [
  // A frame does not extend beyond one JSON text.
  /\bat [^"]{0,200}:\d+:\d+/,
  /node_modules|\.ts:\d|file:\/\//,
  /\b(select|insert into|update|delete from)\b.{0,200}\$\d/is,
  /syntax error|violates|relation "|duplicate key|\bECONN|kysely|pg_catalog|better-auth\//i,
];

/** Instants contain colons like the position of a stack frame, and may follow "at". */
const INSTANTS = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Returns the problems of a response as sentences, or an empty list. */
export function problemsOf(request: GeneratedRequest, response: RawResponse): string[] {
  const { statusCode: status, headers, body } = response;
  const problems: string[] = [];
  const insist = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  insist(status < 500 || status === 503, `The status is ${status}.`);
  insist(status !== 503 || headers['retry-after'] !== undefined, 'A 503 comes without Retry-After.');
  insist(headers['x-request-id'] !== undefined, 'The header x-request-id is missing.');
  insist(headers['x-content-type-options'] === 'nosniff', 'The header nosniff is missing.');
  const text = body.replaceAll(INSTANTS, '');
  insist(!INSIDES.some((pattern) => pattern.test(text)), 'The body shows internal details.');
  insist(!body.includes(process.cwd()), 'The body names a folder of this machine.');

  if (hasNoJson(request, status)) return problems;
  insist(String(headers['content-type']).startsWith('application/json'), `The type is ${headers['content-type']}.`);
  const parsed = parse(body);
  insist(parsed !== undefined, 'The body is not JSON.');
  if (status >= 400) problems.push(...problemsOfRefusal(parsed, headers));
  return problems;
}

const WITHOUT_JSON = [
  '/metrics',
  '/auth/error',
  '/media/{path}',
  '/api/user/export',
  '/api/user/exports/{id}/download',
  '/api/email/unsubscribe',
  '/api/music/connected',
  '/api/music/start',
  '/favicon.ico',
];

/** Returns whether the body is not JSON: metrics are text, files are bytes, some responses are HTML pages or have no body. */
function hasNoJson({ method, operation }: GeneratedRequest, status: number): boolean {
  const isWithoutBody = method === 'HEAD' || status === 204 || (status >= 300 && status < 400);
  return isWithoutBody || (status === 200 && WITHOUT_JSON.includes(operation.path));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemsOfRefusal(body: unknown, headers: Record<string, unknown>): string[] {
  const { error, code, request_id, details, ...others } = (body ?? {}) as Record<string, unknown>;
  const problems: string[] = [];
  if (typeof error !== 'string' || error === '') problems.push('The refusal has no error.');
  if (typeof code !== 'string' || !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(code)) {
    problems.push(`The code of the refusal is ${JSON.stringify(code)}.`);
  }
  if (request_id !== headers['x-request-id']) problems.push('The refusal has no request_id, or a wrong one.');
  if (details !== undefined && !Array.isArray(details)) problems.push('The details are no list.');
  if (Object.keys(others).length > 0) problems.push(`The refusal also holds ${Object.keys(others).join(', ')}.`);
  return problems;
}
