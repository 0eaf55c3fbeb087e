/** What decides whether a check-in can get another photo. */
export type ReplaceableFacts = {
  status: 'pending' | 'verified' | 'rejected';
  is_rejected_automatically: boolean;
  replaced_at: Date | null;
};

/** Whether a check-in was rejected without a super admin, and its photo was not replaced before. */
export function isReplaceable({ status, is_rejected_automatically, replaced_at }: ReplaceableFacts): boolean {
  return status === 'rejected' && is_rejected_automatically && replaced_at === null;
}
