import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

const Usd = Type.String({
  pattern: '^\\d+\\.\\d{8}$',
  description: 'US dollars as a decimal with eight places; text, so that no digit is lost.',
});

const UsageOfKind = Type.Object({ tokens: Type.Integer(), cost_usd: Usd });

/** What calls to the AI provider used and cost, in all and by what they were for. */
export const UsageSummary = Type.Object(
  {
    total_tokens: Type.Integer(),
    total_cost_usd: Usd,
    breakdown: Type.Object({ tone: UsageOfKind, images: UsageOfKind, packs: UsageOfKind, assistant: UsageOfKind }),
  },
  { title: 'Token usage' },
);
export type UsageSummary = Static<typeof UsageSummary>;

export const usageErrors = declareErrors({
  dailyBudgetSpent: {
    status: 429,
    code: 'ai.daily-budget-spent',
    message: 'You have used up the AI calls of today. The header Retry-After says when the next day begins.',
  },
});
