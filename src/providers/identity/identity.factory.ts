import { watchCall } from '#platform/outbound/call-watch.ts';
import { createAccessTokens } from './access-tokens.ts';
import {
  deleteAccounts,
  deleteSecondFactor,
  insertAccounts,
  insertAccountWithPassword,
} from './built-in-account.store.ts';
import { createBuiltInIdentity } from './identity.built-in.ts';
import type { Identity, IdentityAccounts, IdentityOptions } from './identity.ts';
import { createSessionCookies } from './session-cookies.ts';

/** Creates the external identity provider if one is configured, otherwise the built-in one. */
export function createIdentity(options: IdentityOptions): Identity {
  const { external, clock, watch, keySetTimeoutMs } = options;
  if (external !== null) {
    const { host } = new URL(external.jwksUrl);
    const failureOf = ({ ok }: Response) => (ok ? null : 'status');
    const watchedFetch = (url: string, init?: RequestInit) => watchCall(watch, host, () => fetch(url, init), failureOf);
    return {
      accessTokens: createAccessTokens({ ...external, isBuiltIn: false, fetch: watchedFetch, clock, keySetTimeoutMs }),
      handle: null,
      sessionCookies: null,
      accounts: NO_ACCOUNTS,
    };
  }

  const builtIn = createBuiltInIdentity(options);
  const accessTokens = createAccessTokens({
    issuer: builtIn.issuer,
    audience: builtIn.audience,
    jwksUrl: builtIn.jwksUrl,
    tokenType: null,
    isBuiltIn: true,
    // In this process: a request over the network would require an open port.
    fetch: (url, init) => builtIn.handle(new Request(url, init)),
    clock,
    keySetTimeoutMs,
  });
  const { handle, tokenUrl, sessionCookie } = builtIn;
  const sessionCookies = createSessionCookies({ name: sessionCookie, tokenUrl, handle, clock });
  return { accessTokens, handle, sessionCookies, accounts: BUILT_IN_ACCOUNTS };
}

/** The accounts of the built-in provider, without the provider itself, which commands do not start. */
export const BUILT_IN_ACCOUNTS: IdentityAccounts = {
  create: insertAccounts,
  remove: deleteAccounts,
  createWithPassword: insertAccountWithPassword,
  removeSecondFactor: deleteSecondFactor,
};

const NO_ACCOUNTS: IdentityAccounts = {
  create: async () => undefined,
  remove: async () => undefined,
  createWithPassword: async () => {
    throw new Error('An external identity provider has the accounts.');
  },
  removeSecondFactor: async () => false,
};
