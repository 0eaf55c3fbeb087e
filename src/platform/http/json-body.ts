import type { FastifyInstance, FastifyRequest } from 'fastify';
import { declareErrors } from '../errors.ts';
import { isStorableText } from '../text/text.ts';

export const MAX_JSON_BYTES = 1024 * 1024;

/** Deeper nesting has no use and blocks the event loop. */
const MAX_NESTING = 32;

const bodyErrors = declareErrors({
  tooDeep: {
    status: 400,
    code: 'request.too-deep',
    message: `The body nests deeper than ${MAX_NESTING} levels. Send it flatter.`,
  },
  unstorableText: {
    status: 400,
    code: 'request.unstorable-text',
    message: 'The request holds a NUL character or half of a surrogate pair, which no text can contain. Remove it.',
  },
});

declare module 'fastify' {
  interface FastifyRequest {
    /** The length of the JSON body; 0 without one. */
    bodyBytes: number;
  }
}

/**
 * Parses JSON bodies: an empty one is no body, `__proto__` and `constructor.prototype` keys are rejected, nesting is limited
 * before parsing, and every text must be storable.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.decorateRequest('bodyBytes', 0);
  const parse = createJsonParser(server);
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, parse);
}

type JsonParser = (
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
) => void;

/** The JSON parser of bodies, for routes that read the bytes themselves. */
export function createJsonParser(server: Pick<FastifyInstance, 'getDefaultJsonParser'>): JsonParser {
  const parse = server.getDefaultJsonParser('error', 'error');
  return (request, text, done) => {
    const source = text.toString();
    request.bodyBytes = Buffer.byteLength(source);
    if (source.trim() === '') return done(null, undefined);
    if (nestingOf(source) > MAX_NESTING) return done(bodyErrors.tooDeep());
    void parse(request, source, (error, value) => {
      if (error) return done(error);
      try {
        refuseUnstorableText(value);
      } catch (refusal) {
        return done(refusal as Error);
      }
      done(null, value);
    });
  };
}

/** The depth of brackets of a JSON text, outside of strings. */
export function nestingOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index];
    // A string may be megabytes long: search its end, not each character.
    if (character === '"') index = endOfString(source, index);
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

/** Where the string that begins at `start` ends: at the first quote after an even number of backslashes. */
function endOfString(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end !== -1; end = source.indexOf('"', end + 1)) {
    let first = end;
    while (source[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return source.length;
}

/** @throws {request.unstorable-text} if a text or key in `value` cannot be stored */
export function refuseUnstorableText(value: unknown): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) throw bodyErrors.unstorableText();
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorableText(key);
      refuseUnstorableText(inner);
    }
  }
}
