import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

const Usd = Type.String({
  pattern: '^\\d+\\.\\d{8}$',
  description: 'US dollars as a decimal with eight places; text, so that no digit is lost.',
});

const UsageOfKind = Type.Object({ tokens: Type.Integer(), cost_usd: Usd }, { title: 'TokenUsageOfKind' });

/** What calls to the AI provider used and cost, in all and by what they were for. */
export const UsageSummary = Type.Object(
  {
    total_tokens: Type.Integer(),
    total_cost_usd: Usd,
    breakdown: Type.Object({ tone: UsageOfKind, images: UsageOfKind, packs: UsageOfKind, assistant: UsageOfKind }),
  },
  { title: 'TokenUsage' },
);
export type UsageSummary = Static<typeof UsageSummary>;

/** A calendar month. The limits keep out years that were meant to be something else. */
export const MonthAsked = Type.Object({
  year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2999, description: 'Goes with `month`.' })),
  month: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      description: 'Goes with `year`; this month (UTC) where neither is given.',
    }),
  ),
});
export type MonthAsked = Static<typeof MonthAsked>;

export const usageErrors = declareErrors({
  monthIncomplete: {
    status: 400,
    code: 'usage.month-incomplete',
    message: 'A month is a year and a month. Send both, such as year=2026&month=5, or neither for this month.',
  },
  dailyBudgetSpent: {
    status: 429,
    code: 'ai.daily-budget-spent',
    message:
      'What you ask for takes more AI calls than you have left today. The header Retry-After says when the next day begins.',
  },
});
