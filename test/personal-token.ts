import type { TokenScope } from '#access/token-scope.ts';
import type { Person, TestApp } from './start-test-app.ts';

/** Creates a personal access token. Returns its owner with it in place of their access token, and its id. */
export async function createPersonalToken(
  { call }: Pick<TestApp, 'call'>,
  owner: Person,
  scopes: readonly TokenScope[],
  more: { name?: string; expires_in_days?: number } = {},
): Promise<Person & { tokenId: string }> {
  const { status, body, text } = await call(owner, 'POST', '/api/user/tokens', { name: 'Script', scopes, ...more });
  if (status !== 201) throw new Error(`The personal access token could not be created: ${text}`);
  return { ...owner, token: body.secret, tokenId: body.token.id };
}
