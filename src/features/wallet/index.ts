export {
  grantSignupBonus,
  type LedgerDeps,
  type Posting,
  type PostingOutcome,
  postToLedger,
} from './ledger.actions.ts';
