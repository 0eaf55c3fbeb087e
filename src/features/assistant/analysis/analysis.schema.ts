import Type, { type Static } from 'typebox';
import { TONES, Tone } from '#features/tone';
import { listSchema } from '#platform/http/pagination.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

/** A mood is one of the tones. */
export const MOODS: readonly Tone[] = TONES;

const Sentiment = Type.Enum(['positive', 'negative', 'neutral', 'mixed'], { title: 'Sentiment' });
export type Sentiment = Static<typeof Sentiment>;

const Direction = Type.Enum(['improving', 'steady', 'declining'], {
  title: 'MoodDirection',
  description: 'The direction of the moods over time.',
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

/** The findings of the assistant in the entries of a user. */
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
 * The response of the model. It has no length limits, because models miscount and not all providers enforce limits. `findingsIn`
 * truncates instead.
 */
export const NotesResponse = Type.Object({
  ...Findings.properties,
  mood_trends: Type.Object({
    ...MoodTrends.properties,
    moods: Type.Array(Type.Object({ mood: Type.String(), share: Type.Number() })),
  }),
});
export type NotesResponse = Static<typeof NotesResponse>;

export const NoteAnalysis = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    analysis_date: CalendarDate,
    ...Findings.properties,
    entry_count: Type.Integer({ description: 'Number of analyzed entries, at most 50.' }),
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
    Type.Integer({ minimum: 1, maximum: 366, description: 'Number of days up to today (UTC); default 30.' }),
  ),
});
export type TrendQuery = Static<typeof TrendQuery>;

export const Trends = Type.Object(
  {
    from: CalendarDate,
    to: CalendarDate,
    analyses: Type.Integer({ description: 'Number of these days with an analysis.' }),
    sentiments: Type.Object({
      positive: Type.Integer(),
      negative: Type.Integer(),
      neutral: Type.Integer(),
      mixed: Type.Integer(),
    }),
    direction: Nullable(Direction),
    moods: Type.Array(MoodShare, { description: 'The average shares of moods over these days, strongest first.' }),
    days: Type.Array(
      Type.Object({ date: CalendarDate, sentiment: Sentiment, mood: Nullable(Tone), direction: Direction }),
      { description: 'The days with an analysis and their strongest mood, oldest first.' },
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
    is_complete: Type.Boolean({ description: 'false if the time of the run was over. The next run continues.' }),
    results: Type.Object({
      total: Type.Integer({ description: 'Users whose entries were due for analysis.' }),
      successful: Type.Integer(),
      failed: Type.Integer({ description: 'Users that the next run tries again.' }),
      errors: Type.Array(Type.String(), {
        description: 'The first hundred failures, each with user id and error code.',
      }),
    }),
  },
  { title: 'NoteAnalysisRun' },
);
export type AnalysisRun = Static<typeof AnalysisRun>;

export const Assistant = Type.Object(
  {
    provider: Nullable(
      Type.Object({
        host: Type.String({ description: 'Its host, which gets the text of entries.' }),
        model: Type.String(),
      }),
      { description: 'The AI provider of this server; null if none is configured.' },
    ),
    days_read: Type.Integer({ description: 'Entries of so many days are read.' }),
    max_entries_read: Type.Integer({ description: 'Entries that are read at most.' }),
  },
  { title: 'Assistant' },
);
export type Assistant = Static<typeof Assistant>;
