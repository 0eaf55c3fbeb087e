import type { FastifyInstance } from 'fastify';
import { declareErrors } from '../errors.ts';
import { isStorableText } from '../text.ts';

/** Deeper nesting serves nobody, and costs the event loop. */
const DEEPEST_NESTING = 32;

const bodyErrors = declareErrors({
  tooDeep: {
    status: 400,
    code: 'request.too-deep',
    message: `The body nests deeper than ${DEEPEST_NESTING} levels. Send it flatter.`,
  },
  unstorableText: {
    status: 400,
    code: 'request.unstorable-text',
    message: 'The request holds a NUL character or half of a surrogate pair, which no text can contain. Remove it.',
  },
});

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the JSON body is; 0 without one. */
    bodyBytes: number;
  }
}

/**
 * Reads JSON bodies: an empty one is no body, `__proto__` and `constructor.prototype` keys are refused, nesting is bounded
 * before anything is parsed, and every text is one that the database can store.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.decorateRequest('bodyBytes', 0);
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const source = text.toString();
    request.bodyBytes = Buffer.byteLength(source);
    if (source.trim() === '') return done(null, undefined);
    if (nestingOf(source) > DEEPEST_NESTING) return done(bodyErrors.tooDeep());
    void parse(request, source, (error, value) => {
      if (error) return done(error);
      try {
        refuseUnstorableText(value);
      } catch (refusal) {
        return done(refusal as Error);
      }
      done(null, value);
    });
  });
}

/** How deep the brackets of a JSON text nest, brackets inside of strings left out. */
export function nestingOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  let insideString = false;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index];
    if (insideString) {
      if (character === '\\') index += 1;
      else if (character === '"') insideString = false;
    } else if (character === '"') insideString = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

/** Throws `request.unstorable-text` if any text or key inside of `value` cannot be stored. */
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
