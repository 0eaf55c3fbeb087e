import { type Tone, toneLexicon } from './lexicon.ts';

/** What the sandbox finds in a text: at most five tones, best first; scores and `confidence` are 0 to 1. */
export type ToneAnalysis = {
  primaryTone: Tone;
  tones: { tone: Tone; score: number }[];
  sentiment: 'positive' | 'negative' | 'neutral' | 'mixed';
  confidence: number;
};

const clearWeight = 2;
const faintWeight = 1;
/** What is left of a cue that is negated, for the opposite tone: "not angry" says less than "calm". */
const negatedShare = 0.75;
const negationReach = 3;
const intensityReach = 2;
/** "I was worried, but it went well": what comes after the turn is what stays. */
const afterTurnShare = 1.6;
const negations = new Set('not no never without hardly cannot nor neither nothing'.split(' '));
const intensifiers = new Set(
  'very so really extremely absolutely incredibly totally deeply completely truly utterly'.split(' '),
);
const diminishers = new Set('slightly somewhat bit little kinda rather mildly'.split(' '));
const turns = new Set('but however yet still'.split(' '));
const withoutSignal: ToneAnalysis = {
  primaryTone: 'neutral',
  tones: [{ tone: 'neutral', score: 0.3 }],
  sentiment: 'neutral',
  confidence: 0.2,
};

type Word = { text: string; clause: number; sentence: number };
type Cue = { words: string[]; tone: Tone; weight: number };

/**
 * Makes a function that finds the tone of an English text by its words. The same text always gives the same analysis.
 * `confidence` is above 0.5 where the text clearly shows one tone, and 0.2 where it shows none.
 */
export function createToneAnalyst(): (text: string) => ToneAnalysis {
  const cuesByInitial = groupByInitial(readCues());
  return (text) => analysisOf(weigh(wordsOf(text), cuesByInitial));
}

function readCues(): Cue[] {
  const tones = Object.keys(toneLexicon) as Tone[];
  return tones.flatMap((tone) => [
    ...readList(toneLexicon[tone].clear, tone, clearWeight),
    ...readList(toneLexicon[tone].faint, tone, faintWeight),
  ]);
}

function readList(list: string, tone: Tone, weight: number): Cue[] {
  return list.split(', ').map((cue) => ({ words: withPlainApostrophes(cue).split(' '), tone, weight }));
}

function groupByInitial(cues: Cue[]): Map<string, Cue[]> {
  const groups = new Map<string, Cue[]>();
  // Longer phrases come first, so that "no energy" is not read as "energy".
  for (const cue of cues.toSorted((a, b) => b.words.length - a.words.length)) {
    const initial = cue.words[0]?.charAt(0) ?? '';
    groups.set(initial, [...(groups.get(initial) ?? []), cue]);
  }
  return groups;
}

function wordsOf(text: string): Word[] {
  let clause = 0;
  let sentence = 0;
  const words: Word[] = [];
  for (const [part] of withPlainApostrophes(text.toLowerCase()).matchAll(/[\p{L}\p{N}']+|[.!?;:,\n]/gu)) {
    if (/[\p{L}\p{N}]/u.test(part)) {
      words.push({ text: part, clause, sentence });
    } else {
      clause += 1;
      sentence += part === ',' ? 0 : 1;
    }
  }
  return words;
}

function withPlainApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}

function weigh(words: Word[], cuesByInitial: Map<string, Cue[]>): Map<Tone, number> {
  const weights = new Map<Tone, number>();
  let sentenceWithTurn = -1;
  let consumed = 0;
  for (const [position, word] of words.entries()) {
    if (position < consumed) {
      continue;
    }
    if (turns.has(word.text)) {
      sentenceWithTurn = word.sentence;
    }
    const cue = cuesByInitial.get(word.text.charAt(0))?.find((candidate) => standsAt(candidate, words, position));
    if (cue === undefined) {
      continue;
    }
    const before = words.slice(Math.max(0, consumed, position - negationReach), position);
    const inClause = before.filter((earlier) => earlier.clause === word.clause);
    const isNegated = inClause.some((earlier) => isNegation(earlier.text));
    const tone = isNegated ? toneLexicon[cue.tone].opposite : cue.tone;
    const weight =
      cue.weight *
      intensityOf(inClause.slice(-intensityReach)) *
      (isNegated ? negatedShare : 1) *
      (sentenceWithTurn === word.sentence ? afterTurnShare : 1);
    weights.set(tone, (weights.get(tone) ?? 0) + weight);
    consumed = position + cue.words.length;
  }
  return weights;
}

function standsAt(cue: Cue, words: Word[], position: number): boolean {
  const clause = words[position]?.clause;
  return cue.words.every((expected, offset) => {
    const word = words[position + offset];
    if (word === undefined || word.clause !== clause) {
      return false;
    }
    return expected.endsWith('*') ? word.text.startsWith(expected.slice(0, -1)) : word.text === expected;
  });
}

function isNegation(word: string): boolean {
  return negations.has(word) || word.endsWith("n't");
}

function intensityOf(words: Word[]): number {
  if (words.some((word) => intensifiers.has(word.text))) {
    return 1.5;
  }
  return words.some((word) => diminishers.has(word.text)) ? 0.6 : 1;
}

function analysisOf(weights: Map<Tone, number>): ToneAnalysis {
  const ranked = [...weights].toSorted(([, a], [, b]) => b - a);
  const [best, second] = ranked;
  if (best === undefined) {
    return withoutSignal;
  }
  const [primaryTone, top] = best;
  const lead = top / (top + (second === undefined ? 0 : rivalryOf(second, primaryTone)));
  return {
    primaryTone,
    tones: ranked.slice(0, 5).map(([tone, weight]) => ({ tone, score: rounded(weight / (weight + 1)) })),
    sentiment: sentimentOf(weights),
    confidence: rounded((top / (top + 1)) * (0.5 + lead / 2)),
  };
}

/** How much the second tone speaks against the first. "Happy and excited" is clearer than "happy and sad". */
function rivalryOf([tone, weight]: [Tone, number], primaryTone: Tone): number {
  return toneLexicon[tone].side === toneLexicon[primaryTone].side ? weight / 2 : weight;
}

function sentimentOf(weights: Map<Tone, number>): ToneAnalysis['sentiment'] {
  const total = (side: 'positive' | 'negative') =>
    [...weights].reduce((sum, [tone, weight]) => sum + (toneLexicon[tone].side === side ? weight : 0), 0);
  const positive = total('positive');
  const negative = total('negative');
  if (positive === 0 && negative === 0) {
    return 'neutral';
  }
  if (Math.min(positive, negative) / Math.max(positive, negative) >= 0.5) {
    return 'mixed';
  }
  return positive > negative ? 'positive' : 'negative';
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
