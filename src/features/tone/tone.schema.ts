import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';

const TONES_BY_SENTIMENT = {
  positive: ['joyful', 'grateful', 'excited', 'hopeful', 'content', 'peaceful', 'optimistic'],
  negative: ['sad', 'anxious', 'frustrated', 'angry', 'worried', 'disappointed', 'melancholic', 'pessimistic'],
  neutral: ['calm', 'contemplative', 'neutral', 'tired', 'energetic'],
} as const;

export const TONES = [
  ...TONES_BY_SENTIMENT.positive,
  ...TONES_BY_SENTIMENT.negative,
  ...TONES_BY_SENTIMENT.neutral,
] as const;

export const Tone = Type.Enum([...TONES], { title: 'Tone' });
export type Tone = Static<typeof Tone>;
const Score = Type.Number({ minimum: 0, maximum: 1 });

export const ToneAnalysis = Type.Object(
  {
    primaryTone: Tone,
    tones: Type.Array(Type.Object({ tone: Tone, score: Score }), { maxItems: TONES.length }),
    sentiment: Type.Enum(['positive', 'negative', 'neutral', 'mixed']),
    confidence: Score,
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
    message: 'The content is empty. Send the text to analyze as `content`.',
  },
});
