import { type Findings, MOODS, type MoodShare, type NotesResponse } from './analysis.schema.ts';

/** The maximum length of a summary in characters. With these limits a page of 500 analyses has at most about 6 MB. */
const MAX_SUMMARY_LENGTH = 2_000;
const MAX_TOPIC_LENGTH = 60;
const MAX_SENTENCE_LENGTH = 200;
const MAX_SENTENCES = 8;
const MAX_MOODS = 5;

/** The response of a model, truncated to the limits; null if it has no summary. */
export function findingsIn(response: NotesResponse): Findings | null {
  const summary = plainText(response.summary, MAX_SUMMARY_LENGTH);
  if (summary === '') return null;
  const { mood_trends: trends, insights } = response;
  const sentences = (texts: readonly string[]) => listOfTexts(texts, MAX_SENTENCE_LENGTH);
  return {
    summary,
    mood_trends: { sentiment: trends.sentiment, direction: trends.direction, moods: moodsIn(trends.moods) },
    topics: listOfTexts(response.topics, MAX_TOPIC_LENGTH),
    patterns: sentences(response.patterns),
    recommendations: sentences(response.recommendations),
    insights: {
      gratitude: sentences(insights.gratitude),
      challenges: sentences(insights.challenges),
      goals: sentences(insights.goals),
      achievements: sentences(insights.achievements),
    },
  };
}

/** The text on one line without control characters, truncated to `length` characters. */
export function plainText(text: string, length: number): string {
  const shown = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
  return [...shown.trim()].slice(0, length).join('').trim();
}

function listOfTexts(texts: readonly string[], length: number): string[] {
  const plain = texts.slice(0, MAX_READ).map((text) => plainText(text, length));
  return [...new Set(plain.filter((text) => text !== ''))].slice(0, MAX_SENTENCES);
}

/** Items read of each list, because the response of a model can be much longer than the limits. */
const MAX_READ = 100;

/** The known moods, each once, strongest first. */
function moodsIn(moods: NotesResponse['mood_trends']['moods']): MoodShare[] {
  const shares = new Map<MoodShare['mood'], number>();
  for (const { mood, share } of moods.slice(0, MAX_READ)) {
    const known = MOODS.find((name) => name === mood.trim().toLowerCase());
    if (known !== undefined && Number.isFinite(share) && !shares.has(known)) shares.set(known, shareOf(share));
  }
  const ranked = [...shares].map(([mood, share]) => ({ mood, share }));
  return ranked.toSorted((one, other) => other.share - one.share).slice(0, MAX_MOODS);
}

/** Clamps to 0 to 1 and rounds to two decimals. */
export function shareOf(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
}
