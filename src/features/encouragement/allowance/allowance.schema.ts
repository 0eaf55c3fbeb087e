import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { CalendarDate } from '#platform/http/shapes.ts';

export const Allowance = Type.Object(
  {
    date: Type.String({ ...CalendarDate, description: 'Today, in UTC.' }),
    daily_allowance: Type.Integer({ description: 'Drops for each day, without bonus drops.' }),
    drops_used: Type.Integer({ description: 'Drops sent today.' }),
    bonus_drops_earned: Type.Integer({
      description: 'Bonus drops available today: earned today or remaining from earlier days.',
    }),
    custom_used: Type.Integer({ description: 'Drops sent today with your own text.' }),
    total_available: Type.Integer({ description: 'Drops that you can still send today.' }),
  },
  { title: 'DropAllowance' },
);
export type Allowance = Static<typeof Allowance>;

export const allowanceErrors = declareErrors({
  allowanceExceeded: {
    status: 400,
    code: 'drops.allowance-exceeded',
    message: 'You have no drops left today. You get new ones at 00:00 UTC. See GET /api/encouragement-drops/my-drops.',
  },
  customLimitExceeded: {
    status: 400,
    code: 'drops.custom-limit-exceeded',
    message:
      'You have reached the daily limit of drops with your own text. Send a template, or try again after 00:00 UTC.',
  },
});
