import { type Tone, toneLexicon } from './lexicon.ts';
import type { ToneAnalysis } from './tone.ts';

type AnalyseTone = (text: string) => ToneAnalysis;

/** What the sandbox finds in several notes. All of its words are its own: it repeats nothing that was written. */
export type NotesSummary = {
  summary: string;
  mood_trends: {
    sentiment: ToneAnalysis['sentiment'];
    direction: 'improving' | 'steady' | 'declining';
    moods: { mood: Tone; share: number }[];
  };
  topics: string[];
  patterns: string[];
  recommendations: string[];
  insights: { gratitude: string[]; challenges: string[]; goals: string[]; achievements: string[] };
};

/** What a text is about, by the words that say so. */
const topicWords: Readonly<Record<string, RegExp>> = {
  work: /\b(work|job|office|meeting|deadline|project|colleagues?)\b/i,
  family: /\b(family|mother|mum|father|dad|sister|brother|daughter|son|children|kids|baby)\b/i,
  friends: /\b(friends?|neighbours?|neighbors?)\b/i,
  movement: /\b(run|ran|running|walk|walked|gym|training|yoga|bike|swim|swam)\b/i,
  sleep: /\b(sleep|slept|asleep|awake|night)\b/i,
  nature: /\b(garden|forest|sea|lake|beach|mountain|river|meadow)\b/i,
  learning: /\b(learn|learned|study|studied|book|reading|exam|course)\b/i,
  health: /\b(doctor|ill|illness|pain|health|treatment)\b/i,
};
const goalWords = /\b(goal|plan|planning|want to|hope to|tomorrow|next week)\b/i;
const achievementWords = /\b(finished|managed|achieved|proud|proudly|completed|won)\b/i;
const valence: Readonly<Record<ToneAnalysis['sentiment'], number>> = {
  positive: 1,
  neutral: 0,
  mixed: 0,
  negative: -1,
};

/** Sums up notes by their words, the earlier half against the later one. The same notes always give the same summary. */
export function summariseNotes(text: string, analyseTone: AnalyseTone): NotesSummary {
  const { sentiment, tones, primaryTone } = analyseTone(text);
  const middle = text.indexOf('\n', text.length / 2);
  const halves = [text.slice(0, middle), text.slice(middle)].map((half) => valence[analyseTone(half).sentiment]);
  const change = (halves[1] ?? 0) - (halves[0] ?? 0);
  const total = tones.reduce((sum, { score }) => sum + score, 0) || 1;
  const topics = Object.keys(topicWords).filter((topic) => topicWords[topic]?.test(text));
  const isShown = (side: string) => tones.some(({ tone }) => toneLexicon[tone].side === side);
  const about = topics.length === 0 ? 'everyday things' : topics.join(', ');
  return {
    summary: `These notes are about ${about}. Their mood is mostly ${primaryTone}.`,
    mood_trends: {
      sentiment,
      direction: change > 0 ? 'improving' : change < 0 ? 'declining' : 'steady',
      moods: tones.map(({ tone, score }) => ({ mood: tone, share: Math.round((score / total) * 100) / 100 })),
    },
    topics,
    patterns: topics.map((topic) => `You often come back to ${topic}.`),
    recommendations: [
      isShown('negative') ? 'Rest, and tell a friend how you are.' : 'Keep writing down what does you good.',
    ],
    insights: {
      gratitude: tones.some(({ tone }) => tone === 'grateful') ? ['There is something that you are grateful for.'] : [],
      challenges: isShown('negative') ? ['Some of this is hard for you.'] : [],
      goals: goalWords.test(text) ? ['There is something that you are up to.'] : [],
      achievements: achievementWords.test(text) ? ['You have got something done.'] : [],
    },
  };
}

/** A few encouraging words about a summary of notes. */
export function writeDrop(text: string, analyseTone: AnalyseTone): { message: string } {
  const { primaryTone } = analyseTone(text);
  const kind =
    toneLexicon[primaryTone].side === 'negative' ? 'That is hard, and you are not alone with it.' : 'Hold on to that.';
  return {
    message: `Lately your notes sound ${primaryTone}. ${kind} Be as kind to yourself today as you are to others.`,
  };
}
