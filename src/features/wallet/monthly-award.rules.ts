export const MONTHLY_DROPS = 30;
export const MONTHLY_DROPS_OF_SUBSCRIBERS = 250;

/** The month of an instant in UTC, YYYY-MM. */
export function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}

/** How many drops somebody gets for a month. */
export function monthlyAmount(isSubscriber: boolean): number {
  return isSubscriber ? MONTHLY_DROPS_OF_SUBSCRIBERS : MONTHLY_DROPS;
}

/** Whether somebody gets the drops of a month at all: people do, while nobody has blocked them. */
export function isAwarded({ isAi, isActive }: { isAi: boolean; isActive: boolean }): boolean {
  return isActive && !isAi;
}
