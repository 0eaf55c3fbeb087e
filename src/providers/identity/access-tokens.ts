import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import { declareErrors } from '../../platform/errors.ts';
import { isStorableText } from '../../platform/text/text.ts';
import { createKeySet } from './key-set.ts';

/** What a verified access token says of its bearer. */
export type Claims = {
  /** Who issued the token; `built-in` for the built-in provider, whose address may change. */
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  issuedAt: Date;
  /** The session of the built-in provider that the token comes from; null where an outside one keeps the sessions. */
  sessionId: string | null;
  expiresAt: Date;
};

export type AccessTokens = {
  /**
   * The claims of a token of the configured issuer and audience, whose signature holds and whose time has not run out;
   * null for any other text. Throws `auth.provider-unavailable` when the keys cannot be had.
   */
  verify(token: string): Promise<Claims | null>;
};

export type AccessTokenOptions = {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** What a token has to say that it is (`typ`); null where any will do. */
  tokenType: string | null;
  /** Whether the sessions that tokens name (`sid`) are in our database. */
  isBuiltIn: boolean;
  /** How the key set is fetched. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  clock: Clock;
};

/** No symmetric algorithm and no `none`: with those, whoever knows the public key could sign. */
const ALGORITHMS = ['EdDSA', 'ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const MAX_TOKEN_LENGTH = 16_384;
/** As OpenID Connect has it. */
const MAX_SUBJECT_LENGTH = 255;
/** As RFC 5321 has it: 64 before the at sign, 255 after it. */
const MAX_EMAIL_LENGTH = 320;
const BUILT_IN_ISSUER = 'built-in';
const MAX_CACHED_TOKENS = 10_000;
/** How long a verified token is remembered at most, so that a withdrawn key stops counting. */
const CACHE_MS = 5 * 60_000;

const identityErrors = declareErrors({
  providerUnavailable: {
    status: 503,
    code: 'auth.provider-unavailable',
    message: 'The identity provider cannot be reached to check the token. Try again in a moment.',
  },
});

/** Checks access tokens, and remembers the ones that passed: a signature costs as much as reading an entry. */
export function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  const keys = createKeySet(options);
  const verified = new LRUCache<string, Claims>({ max: MAX_CACHED_TOKENS, ttl: CACHE_MS });

  async function check(token: string): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: options.issuer,
        audience: options.audience,
        algorithms: ALGORITHMS,
        ...(options.tokenType !== null && { typ: options.tokenType }),
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: options.clock.now(),
      });
      return claimsOf(payload, options.isBuiltIn);
    } catch (error) {
      if (isFaultOfToken(error)) return null;
      throw identityErrors.providerUnavailable();
    }
  }

  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const digest = createHash('sha256').update(token).digest('base64url');
      const remembered = verified.get(digest);
      if (remembered !== undefined) return remembered.expiresAt > options.clock.now() ? remembered : null;
      const claims = await check(token);
      if (claims !== null) verified.set(digest, claims);
      return claims;
    },
  };
}

/** The provider vouches for what a token says, not for what our database can hold: that is left out, or refused. */
function claimsOf(payload: JWTPayload, isBuiltIn: boolean): Claims | null {
  const { iss, sub, sid, iat, exp, email, name } = payload;
  if (!iss || typeof sub !== 'string' || sub === '' || iat === undefined || exp === undefined) return null;
  if (sub.length > MAX_SUBJECT_LENGTH || !isStorableText(sub)) return null;
  return {
    issuer: isBuiltIn ? BUILT_IN_ISSUER : iss,
    subject: sub,
    email: typeof email === 'string' && email.length <= MAX_EMAIL_LENGTH && isStorableText(email) ? email : null,
    emailVerified: payload.email_verified === true,
    name: typeof name === 'string' && isStorableText(name) ? name : null,
    issuedAt: new Date(iat * 1000),
    sessionId: isBuiltIn && typeof sid === 'string' ? sid : null,
    expiresAt: new Date(exp * 1000),
  };
}

/** Whether the token is to blame, rather than the way to the keys. */
function isFaultOfToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  const isFaultOfKeySet = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  return !isFaultOfKeySet && error.code !== errors.JOSEError.code;
}
