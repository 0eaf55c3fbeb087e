export type Tokens = {
  accessToken: string;
  /** Milliseconds. */
  expiresAt: number;
  /** Null if the provider gives none: then the user signs in again. */
  refreshToken: string | null;
};

/** A token is renewed before it ends, so that no request meets its end on the way. */
const RENEW_BEFORE_MS = 30_000;

export function isDue({ accessToken, expiresAt }: Tokens, rejected: string | null, now: number): boolean {
  return accessToken === rejected || expiresAt - now <= RENEW_BEFORE_MS;
}

/**
 * Creates the source of access tokens. Renews the token when it is due, in one request for all that wait. Null once it cannot be
 * renewed.
 */
export function createTokenSource(
  first: Tokens,
  renew: (refreshToken: string) => Promise<Tokens>,
  now: () => number = Date.now,
): (rejected: string | null) => Promise<string | null> {
  let tokens: Tokens | null = first;
  let renewing: Promise<void> | null = null;

  async function renewOnce(refreshToken: string): Promise<void> {
    tokens = await renew(refreshToken).catch((error: unknown) => {
      // A lost connection ends nothing.
      if (error instanceof TypeError) throw error;
      return null;
    });
  }

  return async (rejected) => {
    if (tokens === null || !isDue(tokens, rejected, now())) return tokens?.accessToken ?? null;
    const { refreshToken } = tokens;
    if (refreshToken === null) {
      // Without a renewal the rest of its life is all there is.
      return tokens.accessToken === rejected || tokens.expiresAt <= now() ? null : tokens.accessToken;
    }
    renewing ??= renewOnce(refreshToken).finally(() => {
      renewing = null;
    });
    await renewing;
    return tokens?.accessToken ?? null;
  };
}
