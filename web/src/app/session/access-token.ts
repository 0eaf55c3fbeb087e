/** Returns a current access token of an outside identity provider, or null. `rejected` is a token that the server has refused. */
export type TokenSource = (rejected: string | null) => Promise<string | null>;

let source: TokenSource | null = null;

/** Set by a sign-in with an outside provider. The token stays in memory. */
export function setTokenSource(next: TokenSource | null): void {
  source = next;
}

/** Null with the built-in provider: its session is a cookie that scripts cannot read. */
export async function accessToken(rejected: string | null): Promise<string | null> {
  return source === null ? null : source(rejected);
}

/** Whether the user has signed in at an outside provider since the page was loaded. */
export function hasAccessToken(): boolean {
  return source !== null;
}
