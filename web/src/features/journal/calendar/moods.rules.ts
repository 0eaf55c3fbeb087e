/** The mood that occurs most, the first of several. Null without any. */
export function mostFrequent(moods: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const mood of moods) counts.set(mood, (counts.get(mood) ?? 0) + 1);
  let most: string | null = null;
  for (const [mood, count] of counts) if (most === null || count > (counts.get(most) ?? 0)) most = mood;
  return most;
}
