import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { CalendarDate } from '../../../platform/http/shapes.ts';

/** Which date to match; today where it is left out. */
export const ChainDate = Type.Object({ date: Type.Optional(CalendarDate) }, { title: 'ChainDate', default: {} });
export type ChainDate = Static<typeof ChainDate>;

/** What a matching of one date came to. */
export const Matching = Type.Object(
  {
    success: Type.Boolean({
      description: 'False where some groups could not be matched; the next run tries them again.',
    }),
    message: Type.String(),
    date: CalendarDate,
    chains: Type.Integer({ description: 'People who are in a chain on that date.' }),
    squads: Type.Integer(),
    results: Type.Object({
      failed: Type.Integer({ description: 'Groups that could not be matched.' }),
      errors: Type.Array(Type.String(), { description: 'Of these groups, the first hundred.' }),
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
    message: 'Chains are made for today and the seven days after it. Send one of these dates, or none for today.',
  },
  dateTooFarToMatchAll: {
    status: 400,
    code: 'chain.date-out-of-range',
    message: 'Chains are made from yesterday (UTC) to seven days ahead. Send one of these dates, or none for today.',
  },
});
