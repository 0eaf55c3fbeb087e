export const MONTHLY_DROPS = 30;
export const MONTHLY_DROPS_OF_SUBSCRIBERS = 250;

/** The month of an instant (UTC), `YYYY-MM`. */
export function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}

export function monthlyAmount(isSubscriber: boolean): number {
  return isSubscriber ? MONTHLY_DROPS_OF_SUBSCRIBERS : MONTHLY_DROPS;
}

/** Synthetic and inactive users get no monthly drops. */
export function isEligible({ isAi, isActive }: { isAi: boolean; isActive: boolean }): boolean {
  return isActive && !isAi;
}
