import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';

/** The right of `actor` to act as `subject`. `id` names the record that says whether it is still valid. */
export type Delegation = { id: string; subject: string; actor: string; issuedAt: Date; expiresAt: Date };

export type DelegationTokens = {
  sign(delegation: Delegation): Promise<string>;
  /** The id in a valid token of this issuer and purpose; null for any other text. */
  verify(token: string): Promise<string | null>;
};

export type DelegationTokenOptions = {
  /** 32 bytes as base64url, for this purpose alone. */
  secret: string;
  /** The issuer and audience of the tokens. */
  issuer: string;
  /** The purpose, as stated in the header `typ`. */
  purpose: string;
  clock: Clock;
};

const ALGORITHM = 'HS256';
const MAX_TOKEN_LENGTH = 2_048;

/** Signs and verifies tokens of impersonation: JWTs with an `act` claim (RFC 8693). */
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
