import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { costOfText, monthOf, secondsUntilNextDay } from './usage.rules.ts';
import { type UsageSummary, usageErrors } from './usage.schema.ts';
import {
  claimAiCall,
  insertUsage,
  listUsageSums,
  type UsageKind,
  type UsageSum,
  type UsageType,
} from './usage.store.ts';

export type UsageDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  /** How many calls to the AI provider a person may cause on a day (UTC). */
  aiCallsPerDay: number;
};

export type TextUsage = { userId: string; type: UsageType; model: string; inputTokens: number; outputTokens: number };

/**
 * Takes one of the person's AI calls of today, before the call is made, so that a failing provider cannot be asked without
 * end. Throws `ai.daily-budget-spent`.
 */
export async function spendAiCall(deps: UsageDeps, userId: string): Promise<void> {
  const now = deps.clock.now();
  const isLeft = await claimAiCall(deps.db, userId, now.toISOString().slice(0, 10), deps.aiCallsPerDay);
  if (!isLeft) throw usageErrors.dailyBudgetSpent({ retryAfterSeconds: secondsUntilNextDay(now) });
}

/** Records what a text call used and cost. It never fails its caller: the call has been made, and its result counts. */
export async function recordTextUsage(deps: UsageDeps, usage: TextUsage): Promise<void> {
  try {
    await insertUsage(deps.db, { ...usage, id: deps.ids.next(), cost: costOfText(usage), now: deps.clock.now() });
  } catch (error) {
    deps.log.error({ err: error, user_id: usage.userId, type: usage.type }, 'AI usage was not recorded');
  }
}

/** What each of these people used in the calendar month (UTC) of an instant. One query for all of them. */
export async function summarizeUsage(
  deps: Pick<UsageDeps, 'db'>,
  userIds: readonly string[],
  instant: Date,
): Promise<(userId: string) => UsageSummary> {
  const sums = new Map(userIds.map((id) => [id, new Map<UsageKind, UsageSum>()]));
  for (const sum of await listUsageSums(deps.db, userIds, monthOf(instant))) sums.get(sum.user_id)?.set(sum.kind, sum);
  return (userId) => viewOf(sums.get(userId) ?? new Map());
}

function viewOf(sums: ReadonlyMap<UsageKind, UsageSum>): UsageSummary {
  const of = (kind: UsageKind) => {
    const { tokens = 0, cost = '0.00000000' } = sums.get(kind) ?? {};
    return { tokens, cost_usd: cost };
  };
  const all = of('all');
  return {
    total_tokens: all.tokens,
    total_cost_usd: all.cost_usd,
    breakdown: { tone: of('tone'), images: of('images'), packs: of('packs'), assistant: of('assistant') },
  };
}
