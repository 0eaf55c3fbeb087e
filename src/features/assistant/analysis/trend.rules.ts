import type { Direction, Findings, MoodShare, Sentiment, Trends } from './analysis.schema.ts';
import { shareOf } from './findings.rules.ts';

/** The moods of one analyzed day. */
export type MoodDay = { date: string; moods: Findings['mood_trends'] };

const VALENCE: Readonly<Record<Sentiment, number>> = { positive: 1, neutral: 0, mixed: 0, negative: -1 };
/** The minimum difference in valence (-1 to 1) between both halves of the days that counts as a direction. */
const MIN_CHANGE = 0.25;

/** The trends over analyzed days, which are in the order of their dates. */
export function trendsOver(span: { from: string; to: string }, days: readonly MoodDay[]): Trends {
  const sentiments: Record<Sentiment, number> = { positive: 0, negative: 0, neutral: 0, mixed: 0 };
  for (const { moods } of days) sentiments[moods.sentiment] += 1;
  return {
    ...span,
    analyses: days.length,
    sentiments,
    direction: directionOf(days.map(({ moods }) => VALENCE[moods.sentiment])),
    moods: meanShares(days),
    days: days.map(({ date, moods }) => ({
      date,
      sentiment: moods.sentiment,
      mood: moods.moods[0]?.mood ?? null,
      direction: moods.direction,
    })),
  };
}

/** Compares the later half of the days to the earlier half, without the middle day of an odd number. Null for fewer than two days. */
function directionOf(valences: readonly number[]): Direction | null {
  if (valences.length < 2) return null;
  const half = Math.floor(valences.length / 2);
  const change = meanOf(valences.slice(-half)) - meanOf(valences.slice(0, half));
  if (Math.abs(change) < MIN_CHANGE) return 'steady';
  return change > 0 ? 'improving' : 'declining';
}

function meanShares(days: readonly MoodDay[]): MoodShare[] {
  const sums = new Map<MoodShare['mood'], number>();
  for (const { moods } of days) {
    for (const { mood, share } of moods.moods) sums.set(mood, (sums.get(mood) ?? 0) + share);
  }
  const means = [...sums].map(([mood, sum]) => ({ mood, share: shareOf(sum / days.length) }));
  return means.toSorted((one, other) => other.share - one.share || one.mood.localeCompare(other.mood, 'en'));
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
