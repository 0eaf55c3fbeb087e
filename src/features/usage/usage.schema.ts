import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';

const Usd = Type.String({
  pattern: '^\\d+\\.\\d{8}$',
  description: 'US dollars as a decimal with eight places, as text to keep all digits.',
});

const UsageOfKind = Type.Object({ tokens: Type.Integer(), cost_usd: Usd }, { title: 'TokenUsageOfKind' });

/** Tokens and cost of AI calls, in total and by purpose. */
export const UsageSummary = Type.Object(
  {
    total_tokens: Type.Integer(),
    total_cost_usd: Usd,
    breakdown: Type.Object({ tone: UsageOfKind, images: UsageOfKind, packs: UsageOfKind, assistant: UsageOfKind }),
  },
  { title: 'TokenUsage' },
);
export type UsageSummary = Static<typeof UsageSummary>;

export const MonthQuery = Type.Object({
  year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2999, description: 'Required with `month`.' })),
  month: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      description: 'Required with `year`. The default is the current month (UTC).',
    }),
  ),
});
export type MonthQuery = Static<typeof MonthQuery>;

export const usageErrors = declareErrors({
  monthIncomplete: {
    status: 400,
    code: 'usage.month-incomplete',
    message: 'Send both year and month, such as year=2026&month=5, or neither for the current month.',
  },
  dailyBudgetSpent: {
    status: 429,
    code: 'ai.daily-budget-spent',
    message:
      'This request needs more AI calls than you have left today. Try again after the time in the header Retry-After.',
  },
});
