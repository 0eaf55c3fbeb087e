import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { postToLedger } from '#features/wallet';
import type { Person, TestApp } from '#test/start-test-app.ts';

/** Requests of packs for the tests of an app. */
export function packsOf({ call, deps }: Pick<TestApp, 'call' | 'deps'>) {
  const make = async (owner: Person, fields: object = {}) => {
    const asked = { name: 'A pack', theme: 'nature', ...fields };
    const { status, body } = await call(owner, 'POST', '/api/tone-packs', asked);
    expect(status).toBe(201);
    return body.pack;
  };
  return {
    make,
    /** Creates a pack for sale. */
    offer: (owner: Person, price_drops = 20, fields: object = {}) =>
      make(owner, { is_public: true, price_drops, ...fields }),
    share: (owner: Person, pack: { id: string }, user_id: string) =>
      call(owner, 'POST', `/api/tone-packs/${pack.id}/share`, { user_id }),
    purchase: (buyer: Person | null, pack: { id: string }, order?: object) =>
      call(buyer, 'POST', `/api/tone-packs/${pack.id}/purchase`, order),
    read: (viewer: Person | null, pack: { id: string }, query = '') =>
      call(viewer, 'GET', `/api/tone-packs/${pack.id}${query}`),
    /** The active pack in the user's profile. */
    activeOf: async (user: Person) =>
      (await call(user, 'GET', '/api/user/profile')).body.profile.preferences.active_tone_pack_id,
    balanceOf: async (user: Person): Promise<number> => (await call(user, 'GET', '/api/drops/balance')).body.balance,
    giveDrops: async ({ id }: Person, amount: number): Promise<void> => {
      const gift = { type: 'admin_adjustment', amount, transactionKey: randomUUID(), description: 'A gift' } as const;
      await deps.db.transaction().execute((tx) => postToLedger(deps, tx, { userId: id, ...gift }));
    },
    purchasesOf: (pack: { id: string }) =>
      deps.db.selectFrom('tone_pack_purchase').selectAll().where('pack_id', '=', pack.id).execute(),
  };
}

/** The body without the request id, which differs between equal errors. */
export const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;
