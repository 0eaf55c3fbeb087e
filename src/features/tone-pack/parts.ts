import type { WalletDeps } from '#features/wallet';
import type { TonePackDeps } from './deps.ts';
import { listPacksOfTransactions } from './purchase/purchase.store.ts';

export function createTonePackParts({ db }: Pick<TonePackDeps, 'db'>): Pick<WalletDeps, 'listPacksOfTransactions'> {
  return { listPacksOfTransactions: (ids) => listPacksOfTransactions(db, ids) };
}
