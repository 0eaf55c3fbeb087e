import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock.ts';
import { declareErrors } from '#platform/errors.ts';
import { isStorableText } from '#platform/text/text.ts';
import { createKeySet } from './key-set.ts';

/** The claims of a verified access token. */
export type Claims = {
  /** `built-in` for the built-in provider, whose URL may change. */
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  issuedAt: Date;
  /** The session of the built-in provider. Null for an external provider. */
  sessionId: string | null;
  expiresAt: Date;
};

export type AccessTokens = {
  /** As in the claims of its tokens. */
  issuer: string;
  /**
   * The claims of a valid token of the configured issuer and audience. Null for any other text.
   * @throws {auth.provider-unavailable} if the key set cannot be fetched
   */
  verify(token: string): Promise<Claims | null>;
};

export type AccessTokenOptions = {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** The required `typ`. Null accepts any. */
  tokenType: string | null;
  /** Whether the sessions of the tokens (`sid`) are in our database. */
  isBuiltIn: boolean;
  /** How the key set is fetched. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  clock: Clock;
  /** The maximum time of a fetch of the key set. Default: 2,000. */
  keySetTimeoutMs?: number | undefined;
};

/** No symmetric algorithm and no `none`: the public key would suffice to sign. */
const ALGORITHMS = [
  'Ed25519',
  'EdDSA',
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
];
const MAX_TOKEN_LENGTH = 16_384;
/** OpenID Connect Core, 2. */
const MAX_SUBJECT_LENGTH = 255;
/** RFC 5321, 4.5.3.1: 64 before the at sign, 255 after it. */
const MAX_EMAIL_LENGTH = 320;
const BUILT_IN_ISSUER = 'built-in';
const MAX_CACHED_TOKENS = 10_000;
/** Limits how long a token of a withdrawn key is still accepted. */
const CACHE_MS = 5 * 60_000;

const identityErrors = declareErrors({
  providerUnavailable: {
    status: 503,
    code: 'auth.provider-unavailable',
    message: 'The identity provider is not reachable to verify the token. Try again in a minute.',
  },
});

/** Verifies access tokens and caches valid ones: a signature costs as much as reading an entry. */
export function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  const keySet = createKeySet(options);
  const verified = new LRUCache<string, Claims>({ max: MAX_CACHED_TOKENS, ttl: CACHE_MS });

  async function check(token: string): Promise<Claims | null> {
    try {
      const { payload } = await keySet.withKeys((keys) =>
        jwtVerify(token, keys, {
          issuer: options.issuer,
          audience: options.audience,
          algorithms: ALGORITHMS,
          ...(options.tokenType !== null && { typ: options.tokenType }),
          requiredClaims: ['sub', 'iat', 'exp'],
          currentDate: options.clock.now(),
        }),
      );
      return claimsOf(payload, options.isBuiltIn);
    } catch (error) {
      if (isInvalidToken(error)) return null;
      throw identityErrors.providerUnavailable();
    }
  }

  return {
    issuer: options.isBuiltIn ? BUILT_IN_ISSUER : options.issuer,
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const digest = createHash('sha256').update(token).digest('base64url');
      const cached = verified.get(digest);
      if (cached !== undefined) return cached.expiresAt > options.clock.now() ? cached : null;
      const claims = await check(token);
      if (claims !== null) verified.set(digest, claims);
      return claims;
    },
  };
}

/** Claims that our database cannot store are left out. Without a storable subject the token is invalid. */
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
    issuedAt: isBuiltIn && typeof payload.iat_ms === 'number' ? new Date(payload.iat_ms) : new Date(iat * 1000),
    sessionId: isBuiltIn && typeof sid === 'string' ? sid : null,
    expiresAt: new Date(exp * 1000),
  };
}

/** Whether the token is invalid, as opposed to a key set that could not be fetched. */
function isInvalidToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  const isKeySetError = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  return !isKeySetError && error.code !== errors.JOSEError.code;
}
