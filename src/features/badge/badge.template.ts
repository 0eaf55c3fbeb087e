/** A user gets one for each level. */
export function badgeReached(userId: string, { level, name }: { level: number; name: string }) {
  return {
    userId,
    kind: 'badge_reached' as const,
    title: 'You reached a new badge',
    body: `Your drops encourage others: you are now “${name}”.`,
    data: { level, badge_name: name },
    dedupeKey: `badge_reached:${level}`,
  };
}
