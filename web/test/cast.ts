import type { BrowserContextOptions } from 'playwright-core';
import { offerFirstRun } from '../../src/features/account/first-run/first-run.actions.ts';
import { crowd, takePart } from '../../src/features/mosaic/test-participants.ts';
import { codeOfApp } from '../../test/authenticator-app.ts';
import { plantBattles } from './battles.ts';
import { type Account, PASSWORD, type Site, type Visitor } from './harness/site.ts';
import { MOSAIC_DAY, plantSamples, type Samples } from './samples.ts';
import type { Caller } from './screens.ts';

/** The accounts that screens are opened as, and what these have written. */
export type Cast = {
  samples: Samples;
  visitAs(caller: Caller, options?: BrowserContextOptions): Promise<Visitor>;
};

/** Signs up all but the admin, who is one by the code of the first run and ends it. */
export async function createCast(site: Site): Promise<Cast> {
  const firstRun = (await offerFirstRun(site.app.deps)) ?? '';
  const user = await site.visitAsNew();
  const other = await site.visitAsNew({}, { name: 'Karim Aziz' });
  const battles = await plantBattles(site.app, { red: await profileOf(user), blue: await profileOf(other) });
  await other.context.close();
  const planted = await plantSamples(user);
  await plantMosaics(site, planted.mosaicUser ?? '');
  const samples = { ...planted, ...battles, firstRun, secondFactor: '' };
  const accounts: Partial<Record<Caller, Account>> = { user: user.account };
  await user.context.close();

  async function createAccount(caller: Caller): Promise<Account> {
    const { context, account, call } = await site.visitAsNew({}, caller === 'admin' ? { invitation: firstRun } : {});
    if (caller === 'leaver') await call('DELETE', '/api/user/account', { confirm: 'DELETE' });
    await context.close();
    return account;
  }

  return {
    samples,
    visitAs: async (caller, options) => {
      if (caller === 'visitor') {
        // Sign-ins without the second factor slow an account down.
        samples.secondFactor = await createAccountWithSecondFactor(site);
        return site.visit(options);
      }
      const account = accounts[caller] ?? (await createAccount(caller));
      accounts[caller] = account;
      return site.visitAs(account, options);
    },
  };
}

const profileOf = async ({ call }: Visitor) => (await call<{ profile: { id: string } }>('GET', '/api/me')).profile;

/** A user who checked in among others on a past day, and the others of today. */
async function plantMosaics({ app: { deps } }: Site, userId: string): Promise<void> {
  await crowd(deps, MOSAIC_DAY, 120);
  await takePart(deps, MOSAIC_DAY, userId, { checkIn: 'verified' });
  await crowd(deps, new Date().toISOString().slice(0, 10), 120);
}

/** Its address. */
async function createAccountWithSecondFactor(site: Site): Promise<string> {
  const { context, account, call } = await site.visitAsNew();
  const { totpURI } = await call<{ totpURI: string }>('POST', '/auth/two-factor/enable', { password: PASSWORD });
  await call('POST', '/auth/two-factor/verify-totp', { code: codeOfApp(totpURI) });
  await context.close();
  return account.email;
}
