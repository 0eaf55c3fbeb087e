import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { CalendarDate } from '#platform/http/shapes.ts';

export const ChainDate = Type.Object({ date: Type.Optional(CalendarDate) }, { title: 'ChainDate', default: {} });
export type ChainDate = Static<typeof ChainDate>;

export const Matching = Type.Object(
  {
    success: Type.Boolean({
      description: 'False if some groups could not be matched. The next run tries them again.',
    }),
    message: Type.String(),
    date: CalendarDate,
    chains: Type.Integer({ description: 'Users in a chain on that date.' }),
    squads: Type.Integer(),
    results: Type.Object({
      failed: Type.Integer({ description: 'Groups that could not be matched.' }),
      errors: Type.Array(Type.String(), { description: 'One message for each failed group, at most 100.' }),
    }),
  },
  { title: 'ChainMatching' },
);
export type Matching = Static<typeof Matching>;

export const MatchingRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    today: Matching,
    tomorrow: Matching,
  },
  { title: 'ChainMatchingRun' },
);
export type MatchingRun = Static<typeof MatchingRun>;

export const chainErrors = declareErrors({
  dateTooFar: {
    status: 400,
    code: 'chain.date-out-of-range',
    message: 'Chains exist for today and the next seven days. Send one of these dates, or none for today.',
  },
  dateTooFarToMatchAll: {
    status: 400,
    code: 'chain.date-out-of-range',
    message:
      'Chains can be matched from yesterday (UTC) to seven days ahead. Send one of these dates, or none for today.',
  },
});
