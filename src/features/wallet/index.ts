export {
  balanceOf,
  grantSignupBonus,
  type Posting,
  type PostingOutcome,
  postToLedger,
} from './ledger/ledger.actions.ts';
