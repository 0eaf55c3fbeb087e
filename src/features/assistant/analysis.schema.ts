import Type, { type Static } from 'typebox';
import { listSchema } from '../../platform/http/pagination.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { TONES, Tone } from '../tone/index.ts';

/** What a mood of somebody can be. */
export const MOODS: readonly Tone[] = TONES;

const Sentiment = Type.Enum(['positive', 'negative', 'neutral', 'mixed'], { title: 'Sentiment' });
export type Sentiment = Static<typeof Sentiment>;

const Direction = Type.Enum(['improving', 'steady', 'declining'], {
  title: 'MoodDirection',
  description: 'Where the moods go.',
});
export type Direction = Static<typeof Direction>;

const MoodShare = Type.Object({ mood: Tone, share: Type.Number({ minimum: 0, maximum: 1 }) }, { title: 'MoodShare' });
export type MoodShare = Static<typeof MoodShare>;

const MoodTrends = Type.Object(
  {
    sentiment: Sentiment,
    direction: Direction,
    moods: Type.Array(MoodShare, { description: 'At most five, strongest first.' }),
  },
  { title: 'MoodSummary' },
);

const Sentences = Type.Array(Type.String(), { description: 'At most eight.' });

const Insights = Type.Object(
  {
    gratitude: Sentences,
    challenges: Sentences,
    goals: Sentences,
    achievements: Sentences,
  },
  { title: 'NoteInsights' },
);

/** What the assistant has found in somebody's notes. */
export const Findings = Type.Object({
  summary: Type.String(),
  mood_trends: MoodTrends,
  topics: Sentences,
  patterns: Sentences,
  recommendations: Sentences,
  insights: Insights,
});
export type Findings = Static<typeof Findings>;

/**
 * What a model is asked for. Lengths are left open, since models miscount and not all providers can hold them to any: what
 * comes is cut to measure instead (`findingsIn`).
 */
export const NotesAnswer = Type.Object({
  ...Findings.properties,
  mood_trends: Type.Object({
    ...MoodTrends.properties,
    moods: Type.Array(Type.Object({ mood: Type.String(), share: Type.Number() })),
  }),
});
export type NotesAnswer = Static<typeof NotesAnswer>;

export const NoteAnalysis = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    analysis_date: CalendarDate,
    ...Findings.properties,
    entry_count: Type.Integer({ description: 'How many entries it is about, 50 at most.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'NoteAnalysis' },
);
export type NoteAnalysis = Static<typeof NoteAnalysis>;

export const NoteAnalysisList = listSchema('analyses', NoteAnalysis);
export const LatestNoteAnalysis = Type.Object({ analysis: Nullable(NoteAnalysis) }, { title: 'LatestNoteAnalysis' });

export const TrendQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'Up to today (UTC); 30 where not given.' }),
  ),
});
export type TrendQuery = Static<typeof TrendQuery>;

export const Trends = Type.Object(
  {
    from: CalendarDate,
    to: CalendarDate,
    analyses: Type.Integer({ description: 'On how many of these days there is an analysis.' }),
    sentiments: Type.Object({
      positive: Type.Integer(),
      negative: Type.Integer(),
      neutral: Type.Integer(),
      mixed: Type.Integer(),
    }),
    direction: Nullable(Direction),
    moods: Type.Array(MoodShare, { description: 'What the moods come to over all of these days, strongest first.' }),
    days: Type.Array(
      Type.Object({ date: CalendarDate, sentiment: Sentiment, mood: Nullable(Tone), direction: Direction }),
      { description: 'The days with an analysis, oldest first, with the strongest mood of each.' },
    ),
  },
  { title: 'MoodTrends' },
);
export type Trends = Static<typeof Trends>;
export const TrendsBody = Type.Object({ mood_trends: Trends }, { title: 'MoodTrendsBody' });

export const AnalysisRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    is_complete: Type.Boolean({ description: 'False where the time of one run was over: the next run goes on.' }),
    results: Type.Object({
      total: Type.Integer({ description: 'People whose notes were due.' }),
      successful: Type.Integer(),
      failed: Type.Integer({ description: 'People whom the next run tries again.' }),
      errors: Type.Array(Type.String(), {
        description: 'Whom it failed for and by what kind of failure, for the first hundred of them.',
      }),
    }),
  },
  { title: 'NoteAnalysisRun' },
);
export type AnalysisRun = Static<typeof AnalysisRun>;
