import { TONES, type Tone, type ToneAnalysis } from './tone.schema.ts';

/** The mood that an image shows: a tone, with weaker ones beside it. */
export type ImageMood = { tone: Tone; undertones: readonly Tone[] };

const MAX_UNDERTONES = 2;

/** The motif of each tone. Motifs contain nothing personal. */
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

/** Finds the tone with the name of a mood, ignoring case. Null if the author wrote another word. */
export function findTone(mood: string | null): Tone | null {
  return TONES.find((tone) => tone === mood?.trim().toLowerCase()) ?? null;
}

/** Decides the mood of an image: `tone`, or else the primary tone of the analysis, with the two strongest others. */
export function decideImageMood(tone: Tone | null, analysis: ToneAnalysis | null): ImageMood {
  const main = tone ?? analysis?.primaryTone ?? 'neutral';
  const others = (analysis?.tones ?? []).filter((found) => found.score > 0 && found.tone !== main);
  const ranked = others.toSorted((one, other) => other.score - one.score).map((found) => found.tone);
  return { tone: main, undertones: [...new Set(ranked)].slice(0, MAX_UNDERTONES) };
}

/** The prompt for the image model. It contains no text of the user. */
export function promptFor({ tone, undertones }: ImageMood): string {
  const others = undertones.length === 0 ? '' : `, with something ${undertones.join(' and ')} in it`;
  return `The background of a page in a journal: ${SCENES[tone]}. Its mood is ${tone}${others}. Painted in soft watercolour, with calm areas that text can be read on. No people, no faces, no letters, no numbers.`;
}
