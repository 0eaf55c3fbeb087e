import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { CalendarDate } from '../../platform/http/shapes.ts';

export const Allowance = Type.Object(
  {
    date: Type.String({ ...CalendarDate, description: 'Today, in UTC.' }),
    daily_allowance: Type.Integer({ description: 'How many drops the day itself gives.' }),
    drops_used: Type.Integer({ description: 'How many were sent today.' }),
    bonus_drops_earned: Type.Integer({
      description: 'How many bonus drops there were for today: earned today, or left from earlier days.',
    }),
    custom_used: Type.Integer({ description: 'How many of those sent today you wrote yourself.' }),
    total_available: Type.Integer({ description: 'How many you can still send today.' }),
  },
  { title: 'DropAllowance' },
);
export type Allowance = Static<typeof Allowance>;

export const allowanceErrors = declareErrors({
  allowanceExceeded: {
    status: 400,
    code: 'drops.allowance-exceeded',
    message:
      'You have no drops left today. There are new ones at 00:00 UTC; see GET /api/encouragement-drops/my-drops.',
  },
  customLimitExceeded: {
    status: 400,
    code: 'drops.custom-limit-exceeded',
    message: 'You have written as many drops today as you can. Send a template, or write again after 00:00 UTC.',
  },
});
