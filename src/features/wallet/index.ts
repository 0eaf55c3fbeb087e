export type { WalletDeps } from './deps.ts';
export {
  balanceOf,
  grantSignupBonus,
  type Posting,
  type PostingOutcome,
  postToLedger,
} from './ledger/ledger.actions.ts';
export { debitTables } from './ledger/ledger.store.ts';
