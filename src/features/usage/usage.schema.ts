import { declareErrors } from '../../platform/errors.ts';

export const usageErrors = declareErrors({
  dailyBudgetSpent: {
    status: 429,
    code: 'ai.daily-budget-spent',
    message: 'You have used up the AI calls of today. The header Retry-After says when the next day begins.',
  },
});
