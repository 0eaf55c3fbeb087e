import { seededRandom } from '#platform/seeded-random.ts';
import type { Findings } from '../analysis/analysis.schema.ts';

/** The maximum length of a drop in characters. */
export const MAX_DROP_LENGTH = 1_000;

/** An index below `count`, which depends only on user and day. */
export function genericTextIndex(userId: string, day: string, count: number): number {
  return Math.floor(seededRandom(`daily drop ${userId} ${day}`)() * count);
}

/** The facts that the model writes a drop from: findings of the analysis, and no text of the user. */
export function factsForDrop({
  summary,
  mood_trends,
  topics,
}: Pick<Findings, 'summary' | 'mood_trends' | 'topics'>): string {
  const { sentiment, direction, moods } = mood_trends;
  return [
    `Summary: ${summary}`,
    `Moods: ${moods.map(({ mood }) => mood).join(', ') || 'unknown'}; on the whole ${sentiment}, ${direction}`,
    `Topics: ${topics.join(', ') || 'none'}`,
  ].join('\n');
}
