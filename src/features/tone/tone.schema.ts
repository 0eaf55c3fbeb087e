import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

/** The tones that the service knows, by the sentiment they belong to. */
const TONES_BY_SENTIMENT = {
  positive: ['joyful', 'grateful', 'excited', 'hopeful', 'content', 'peaceful', 'optimistic'],
  negative: ['sad', 'anxious', 'frustrated', 'angry', 'worried', 'disappointed', 'melancholic', 'pessimistic'],
  neutral: ['calm', 'contemplative', 'neutral', 'tired', 'energetic'],
} as const;

/** All twenty, in the order of the interface. */
export const TONES = [
  ...TONES_BY_SENTIMENT.positive,
  ...TONES_BY_SENTIMENT.negative,
  ...TONES_BY_SENTIMENT.neutral,
] as const;

export const Tone = Type.Enum([...TONES], { title: 'Tone' });
export type Tone = Static<typeof Tone>;
const Share = Type.Number({ minimum: 0, maximum: 1 });

export const ToneAnalysis = Type.Object(
  {
    primaryTone: Tone,
    tones: Type.Array(Type.Object({ tone: Tone, score: Share }), { maxItems: TONES.length }),
    sentiment: Type.Enum(['positive', 'negative', 'neutral', 'mixed']),
    confidence: Share,
  },
  { title: 'ToneAnalysis' },
);
export type ToneAnalysis = Static<typeof ToneAnalysis>;

export const TextToAnalyze = Type.Object(
  {
    content: Type.String({ maxLength: 100_000 }),
    title: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { title: 'TextToAnalyze' },
);
export type TextToAnalyze = Static<typeof TextToAnalyze>;

export const toneErrors = declareErrors({
  contentEmpty: {
    status: 400,
    code: 'tone.content-empty',
    message: 'There is nothing to analyse. Send some text as content.',
  },
});
