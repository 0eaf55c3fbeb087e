import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { CalendarDate, Nullable } from '#platform/http/shapes.ts';

export const StatsQuery = Type.Object({
  from: Type.String({ format: 'date', description: 'The first date.' }),
  to: Type.String({ format: 'date', description: 'The last date (inclusive).' }),
  by: Type.Optional(
    Type.Enum(['week', 'month'], { description: 'How `wellbeing` is grouped; by month where not given.' }),
  ),
});
export type StatsQuery = Static<typeof StatsQuery>;

const Count = Type.Integer({ minimum: 0 });
const CurrentStreak = Type.Integer({
  minimum: 0,
  description: 'The streak that you can still continue, of all dates.',
});
const LongestStreak = Type.Integer({ minimum: 0, description: 'The longest streak within the range.' });
const Mean = Nullable(Type.Number());

const MonthOfMoods = Type.Object(
  {
    month: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-03'] }),
    moods: Type.Record(Type.String(), Type.Integer(), { description: 'The number of entries by mood.' }),
  },
  { title: 'MonthOfMoods' },
);
export type MonthOfMoods = Static<typeof MonthOfMoods>;

export const Stats = Type.Object(
  {
    writing: Type.Object({
      entries: Count,
      words: Count,
      days: Type.Integer({ minimum: 0, description: 'Dates with an entry.' }),
      current_streak: CurrentStreak,
      longest_streak: LongestStreak,
    }),
    moods: Type.Array(MonthOfMoods, { description: 'Months with a mood, oldest first.' }),
    workout: Type.Object({
      check_ins: Type.Integer({ minimum: 0, description: 'Check-ins that are not rejected.' }),
      current_streak: CurrentStreak,
      longest_streak: LongestStreak,
    }),
    goal_check_ins: Type.Integer({ minimum: 0, description: 'Goal check-ins that are `completed` or `partial`.' }),
    wellbeing: Type.Array(
      Type.Object(
        {
          start: Type.Unsafe<string>({
            ...CalendarDate,
            description: 'The Monday of the week, or the first of the month.',
          }),
          sleep_hours: Mean,
          sleep_quality: Mean,
          satisfaction: Mean,
        },
        { title: 'WellbeingMeans' },
      ),
      { description: 'Means of your records, oldest first.' },
    ),
    drops: Type.Object({ sent: Count, received: Count }, { description: 'Encouragement drops.' }),
  },
  { title: 'Stats' },
);
export type Stats = Static<typeof Stats>;

export const statsErrors = declareErrors({
  rangeInvalid: {
    status: 400,
    code: 'stats.range-invalid',
    message: 'The range is invalid. `from` must not be after `to`, and the range can have at most 366 days.',
  },
});
