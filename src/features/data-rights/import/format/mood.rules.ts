/** The moods of Daylio by their predefined number, as its CSV names them. */
const DAYLIO_MOODS: Readonly<Record<number, string>> = { 1: 'rad', 2: 'good', 3: 'meh', 4: 'bad', 5: 'awful' };

/** Moods of Daylio in words that Meadow detects and counts. */
const MOOD_BY_DAYLIO: Readonly<Record<string, string>> = {
  rad: 'joyful',
  good: 'content',
  meh: 'neutral',
  bad: 'disappointed',
  awful: 'sad',
};

/** The mood of an entry of Daylio by its name. A mood that the user named keeps its name. */
export function moodOfDaylio(name: string): string {
  return MOOD_BY_DAYLIO[name.trim().toLowerCase()] ?? name;
}

/** The name of Daylio's mood with a predefined number; null for others, which have a name of their own. */
export function predefinedMoodOfDaylio(number: number): string | null {
  return DAYLIO_MOODS[number] ?? null;
}

/** By fifths of the scale. */
const MOOD_BY_SENTIMENT = ['sad', 'disappointed', 'neutral', 'content', 'joyful'] as const;
const MAX_SENTIMENT = 2;

/** The mood of an entry of Journey by its sentiment: more than 0, which is none, to 2. */
export function moodOfJourney(sentiment: number): string | null {
  if (sentiment <= 0 || sentiment > MAX_SENTIMENT) return null;
  return MOOD_BY_SENTIMENT[Math.ceil((sentiment / MAX_SENTIMENT) * MOOD_BY_SENTIMENT.length) - 1] ?? null;
}
