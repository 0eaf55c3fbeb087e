import type { DigestFacts } from './mail-text.rules.ts';

/** For how many days mails are listed, and days are counted. */
export const LISTED_DAYS = 90;
export const COUNTED_DAYS = 2;

/** A quiet week needs no letter. */
export function isWorthWriting({ entries, checkIns, goalCheckIns }: DigestFacts): boolean {
  return entries + checkIns + goalCheckIns > 0;
}
