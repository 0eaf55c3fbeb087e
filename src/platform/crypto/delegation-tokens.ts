import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';

/** That `actor` may act in the place of `subject`; `id` is that of the record which says whether it still holds. */
export type Delegation = { id: string; subject: string; actor: string; issuedAt: Date; expiresAt: Date };

export type DelegationTokens = {
  sign(delegation: Delegation): Promise<string>;
  /** The id in a token that was signed here for this purpose and has not run out; null for any other text. */
  verify(token: string): Promise<string | null>;
};

export type DelegationTokenOptions = {
  /** 32 bytes as base64url, for this purpose alone. */
  secret: string;
  /** Who signs, and for whom. */
  issuer: string;
  /** What the tokens are for, as the header `typ` says it. */
  purpose: string;
  clock: Clock;
};

const ALGORITHM = 'HS256';
const MAX_TOKEN_LENGTH = 2_048;

/** Tokens by which somebody acts in another's place: JWTs with an `act` claim (RFC 8693), signed and checked by ourselves. */
export function createDelegationTokens({ secret, issuer, purpose, clock }: DelegationTokenOptions): DelegationTokens {
  const key = Buffer.from(secret, 'base64url');
  const typ = `${purpose}+jwt`;

  return {
    sign: ({ id, subject, actor, issuedAt, expiresAt }) =>
      new SignJWT({ act: { sub: actor } })
        .setProtectedHeader({ alg: ALGORITHM, typ })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(subject)
        .setJti(id)
        .setIssuedAt(Math.floor(issuedAt.getTime() / 1000))
        .setExpirationTime(Math.ceil(expiresAt.getTime() / 1000))
        .sign(key),

    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ,
          issuer,
          audience: issuer,
          requiredClaims: ['jti', 'sub', 'act', 'iat', 'exp'],
          currentDate: clock.now(),
        });
        return payload.jti ?? null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
