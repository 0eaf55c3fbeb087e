import { seededRandom } from '../../platform/seeded-random.ts';
import type { Findings } from './analysis.schema.ts';

/** In characters. */
export const MAX_DROP_LENGTH = 1_000;

const GENERIC_TEXTS = [
  'A new day, and you are in it. Take one thing at a time: that is enough.',
  'Whatever today brings, you have come through every day so far. Be gentle with yourself.',
  'Somebody is glad that you are here, even when nobody says so. Have a good day.',
  'Small steps count. Choose one that is kind to you, and take it today.',
  'You do not have to be at your best today. Showing up is plenty.',
  'Take a deep breath and let your shoulders sink. You are doing better than you think.',
  'May something small make you smile today. Look out for it, and write it down.',
  'Rest is a part of the way, too. Give yourself a quiet moment today.',
  'What you do for yourself today, you will thank yourself for tomorrow. Start small.',
  'You have more friends on this path than you can see. Keep going, at your own pace.',
] as const;

/** A warm text that fits everybody; which one follows from the person and the day. */
export function genericText(userId: string, day: string): string {
  const chosen = Math.floor(seededRandom(`daily drop ${userId} ${day}`)() * GENERIC_TEXTS.length);
  return GENERIC_TEXTS[chosen] ?? GENERIC_TEXTS[0];
}

/** What a model learns of somebody in order to write to them: what was found, and nothing that they have written. */
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
