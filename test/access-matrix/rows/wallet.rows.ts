import { randomUUID } from 'node:crypto';
import { postToLedger } from '#features/wallet';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const otherUser = async ({ person }: Scenario) => ({ path: { id: (await person()).id } });

/** Creates the ledger row of a purchase. */
async function purchase({ app: { deps }, person }: Scenario): Promise<{ path: { id: string } }> {
  const { id: userId } = await person();
  const posting = {
    userId,
    type: 'purchase',
    amount: -1,
    transactionKey: randomUUID(),
    description: 'A pack',
  } as const;
  const posted = await deps.db.transaction().execute((tx) => postToLedger(deps, tx, posting));
  return { path: { id: 'transaction' in posted ? posted.transaction.id : '' } };
}

export const WALLET_ROWS: Rows = {
  'GET /api/drops/balance': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/drops/transactions': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/drops/award-monthly': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/admin/users/:id/drops': row('401 401 | 403 403 403 403 | 200', otherUser),
  'POST /api/admin/users/:id/drops': row('401 401 | 403 403 403 403 | 201', async (scenario) => ({
    ...(await otherUser(scenario)),
    body: { delta: 5, reason: 'Thank you' },
  })),
  'POST /api/admin/drops/transactions/:id/refund': row('401 401 | 403 403 403 403 | 201', purchase),
  // Jobs require a cron secret. Access tokens are rejected.
  'POST /api/drops/cron/award-monthly-all': row('401 401 | 401 401 401 401 | 401'),
};
