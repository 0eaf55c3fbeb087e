import { TONES, type Tone, type ToneAnalysis } from './tone.schema.ts';

/** What a picture is to show: a tone, and others that go along with it. */
export type MoodToPaint = { tone: Tone; undertones: readonly Tone[] };

const MAX_UNDERTONES = 2;

/** What stands for each tone. The pictures are for everybody, so nothing in them is anybody's. */
const SCENES: Readonly<Record<Tone, string>> = {
  joyful: 'a meadow full of flowers under a bright morning sun',
  grateful: 'golden light through the leaves of an old orchard',
  excited: 'lanterns rising into the sky at dusk',
  hopeful: 'the first light over a sea after the rain',
  content: 'a warm window above a quiet garden',
  peaceful: 'a still lake between hills in the haze',
  optimistic: 'a wide road through green hills towards the sun',
  sad: 'rain on a lake in the blue of the evening',
  anxious: 'tangled branches in the wind before a storm',
  frustrated: 'a rocky path under heavy clouds',
  angry: 'red clouds over dark mountains',
  worried: 'a small boat in the fog near a shore',
  disappointed: 'bare fields in the grey of late autumn',
  melancholic: 'a moonlit shore with a lonely tree',
  pessimistic: 'dark hills under a sky without stars',
  calm: 'soft waves on a pale beach',
  contemplative: 'a path through a birch forest in the mist',
  neutral: 'gentle hills under an even sky',
  tired: 'the last glow of the day over quiet roofs',
  energetic: 'waves that break against cliffs in bright wind',
};

/** The tone that a mood names, whatever its case; null where somebody has a word of their own for theirs. */
export function toneNamed(mood: string | null): Tone | null {
  return TONES.find((tone) => tone === mood?.trim().toLowerCase()) ?? null;
}

/** What to paint of a text: its tone, or else the one that is found in it, with the strongest others beside it. */
export function moodToPaint(tone: Tone | null, analysis: ToneAnalysis | null): MoodToPaint {
  const main = tone ?? analysis?.primaryTone ?? 'neutral';
  const others = (analysis?.tones ?? []).filter((found) => found.score > 0 && found.tone !== main);
  const ranked = others.toSorted((one, other) => other.score - one.score).map((found) => found.tone);
  return { tone: main, undertones: [...new Set(ranked)].slice(0, MAX_UNDERTONES) };
}

/** What an image model is told: a mood, in words of ours alone. */
export function promptOf({ tone, undertones }: MoodToPaint): string {
  const along = undertones.length === 0 ? '' : `, with something ${undertones.join(' and ')} in it`;
  return `The background of a page in a journal: ${SCENES[tone]}. Its mood is ${tone}${along}. Painted in soft watercolour, with calm areas that text can be read on. No people, no faces, no letters, no numbers.`;
}
