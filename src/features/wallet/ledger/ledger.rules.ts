/** Drops for each new user, in the transaction that creates the profile. */
export const SIGNUP_BONUS = 50;

/** The limit of the column's type, `integer`. */
export const MAX_BALANCE = 2_147_483_647;

/*
 * Transaction keys. They contain the user id, which outlives a deleted profile: a user who signs up again with the same account
 * gets no second bonus.
 */
export const signupKey = (userId: string) => `signup_bonus:${userId}`;
export const monthlyKey = (userId: string, month: string) => `monthly_recurring:${month}:${userId}`;
export const adjustmentKey = (transactionId: string) => `admin_adjustment:${transactionId}`;
export const refundKey = (purchaseId: string) => `refund:${purchaseId}`;
