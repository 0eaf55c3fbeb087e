import Type, { type Static } from 'typebox';
import { CalendarDate } from '#platform/http/shapes.ts';
import { CheckIn, DayState } from '../check-in.schema.ts';

export const OwnDaysQuery = Type.Object({
  from: Type.Optional(
    Type.String({ format: 'date', description: 'The first date. By default 30 days before the last one.' }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The last date (inclusive). By default today in the time zone of your window.',
    }),
  ),
});
export type OwnDaysQuery = Static<typeof OwnDaysQuery>;

export const OwnDays = Type.Object(
  {
    checkins: Type.Array(CheckIn),
    days: Type.Array(Type.Object({ date: CalendarDate, state: DayState }, { title: 'OwnWorkoutDay' }), {
      description: 'Each date of the range once, the oldest first.',
    }),
    total_chips: Type.Integer({ minimum: 0, description: 'Chips of the verified check-ins in the range.' }),
    current_streak: Type.Integer({
      minimum: 0,
      description:
        'Consecutive dates up to your last check-in, in days. 0 once a date has ended without a check-in, or if the last one was rejected. Dates on which you rest neither count nor end it.',
    }),
    longest_streak: Type.Integer({ minimum: 0, description: 'The longest run of consecutive dates ever, in days.' }),
  },
  { title: 'OwnWorkoutDays' },
);
export type OwnDays = Static<typeof OwnDays>;
