/** Drops that everybody gets once, with their profile. */
export const SIGNUP_BONUS = 50;

/** The most that a balance can be: the column holds no more. */
export const MAX_BALANCE = 2_147_483_647;

/*
 * What a movement of drops is for. A key is in the ledger once, ever; the ids of people stay in it after they are gone, so
 * that who comes back with the same sign-in gets nothing twice.
 */
export const signupKey = (userId: string) => `signup_bonus:${userId}`;
export const monthlyKey = (userId: string, month: string) => `monthly_recurring:${month}:${userId}`;
export const adjustmentKey = (transactionId: string) => `admin_adjustment:${transactionId}`;
export const refundKey = (purchaseId: string) => `refund:${purchaseId}`;
