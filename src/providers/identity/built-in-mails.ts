import { AsyncLocalStorage } from 'node:async_hooks';
import { codeOf } from '#platform/errors.ts';
import { claimMailCount, deleteExpired, insertAddressToken } from './account-mail.store.ts';
import type { AccountMail } from './account-mail.ts';
import type { BuiltInOptions } from './identity.ts';

/** Emails of one kind that an address gets within an hour, if any caller can cause them. */
const MAX_PER_HOUR = 3;
const HOUR_MS = 60 * 60 * 1_000;

export type AccountMails = {
  /** Queues an email once the provider has responded successfully. */
  add(mail: AccountMail): void;
  /** Runs a request of the provider, then queues the emails that it has caused. */
  run(handle: () => Promise<Response>): Promise<Response>;
};

/**
 * Creates the collector of emails. They are queued after the request, not during it: the provider holds a transaction then, and a
 * second connection for each of many requests at once would exhaust the pool. Emails above the limit of an address are left out, so
 * the response is the same. A failure is logged: the user can request another link.
 */
export function createAccountMails(options: BuiltInOptions): AccountMails {
  const collected = new AsyncLocalStorage<AccountMail[]>();

  async function queue(mails: readonly AccountMail[]): Promise<void> {
    const now = options.clock.now();
    await options.database.db.transaction().execute(async (tx) => {
      const wanted: AccountMail[] = [];
      for (const mail of mails) {
        const { kind, to, token, accountId: userId } = mail;
        const count = { key: `${kind} ${to.toLowerCase()}`, now, endsAt: new Date(now.getTime() + HOUR_MS) };
        const isLimited = token !== null || kind === 'account-exists';
        if (isLimited && !(await claimMailCount(tx, count, MAX_PER_HOUR))) continue;
        if (token !== null && (kind === 'address-verification' || kind === 'address-change')) {
          await insertAddressToken(tx, { token, userId, expiresAt: new Date(now.getTime() + mail.lifetimeMs) });
        }
        wanted.push(mail);
      }
      await options.queueMails(tx, wanted);
      await deleteExpired(tx, now);
    });
  }

  return {
    add: (mail) => void collected.getStore()?.push(mail),
    async run(handle) {
      const mails: AccountMail[] = [];
      const response = await collected.run(mails, handle);
      if (!response.ok || mails.length === 0) return response;
      await queue(mails).catch((error) => {
        const kinds = mails.map(({ kind }) => kind);
        options.log.warn({ event: 'identity.mail-not-queued', code: codeOf(error), kinds }, 'a mail was not queued');
      });
      return response;
    },
  };
}
