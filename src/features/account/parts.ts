import type { Machine } from '#access/machine.ts';
import { createDelegationTokens } from '#platform/crypto/delegation-tokens.ts';
import { createSignatures } from '#platform/crypto/signatures.ts';
import { type Channel, createChannel } from '#platform/db/connection/channel.ts';
import { createChannelBarrier, createChannelLease } from '#platform/db/lease/channel-lease.ts';
import { codeOf } from '#platform/errors.ts';
import { createAccountCache, createAccountLookup } from './authentication/account-cache.actions.ts';
import { ACCOUNT_CHANNEL } from './authentication/authentication.store.ts';
import type { AccountDeps } from './deps.ts';

type Settings = {
  config: {
    identity: unknown;
    signUp: AccountDeps['signUpPolicy'];
    superAdminEmails: readonly string[];
    formerIssuers: readonly string[];
  };
  cachesAccounts: boolean;
};

type AccountParts = Pick<
  AccountDeps,
  | 'findAccount'
  | 'awaitInvalidation'
  | 'impersonationTokens'
  | 'erasedIdentities'
  | 'invitationSignatures'
  | 'signUpPolicy'
  | 'superAdminEmails'
  | 'formerIssuers'
> & {
  /** Announces changes of accounts. */
  accountChannel: Channel;
};

export function createAccountParts(deps: AccountDeps & Machine & Settings): AccountParts {
  const { config, clock, ids, log, secretFor } = deps;
  const accountChannel = createChannel({
    connectionString: deps.directUrl,
    name: ACCOUNT_CHANNEL,
    clock,
    ids,
    onDisconnect: (error) =>
      log.warn({ event: 'account-cache.disconnected', code: codeOf(error) }, 'Accounts are read at each request'),
  });
  deps.onClose(accountChannel.close);
  const findAccount = createAccountLookup(deps.db);
  const cache = createAccountCache({
    lookUp: findAccount,
    createLease: (handlers) => createChannelLease({ channel: accountChannel, newId: () => ids.next(), ...handlers }),
  });
  deps.onClose(cache.close);
  return {
    accountChannel,
    findAccount: deps.cachesAccounts ? cache.findAccount : findAccount,
    awaitInvalidation: createChannelBarrier(deps.db, ACCOUNT_CHANNEL),
    impersonationTokens: createDelegationTokens({
      secret: secretFor('impersonation'),
      issuer: deps.publicUrl,
      purpose: 'impersonation',
      clock,
    }),
    erasedIdentities: createSignatures(secretFor('erased identity')),
    invitationSignatures: createSignatures(secretFor('group invitation')),
    // An external provider decides who can sign up.
    signUpPolicy: config.identity === null ? config.signUp : 'open',
    superAdminEmails: config.superAdminEmails,
    formerIssuers: config.formerIssuers,
  };
}
