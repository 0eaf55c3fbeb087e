import type { Actor } from '#access/actor.ts';
import { togetherOrAlone } from '#platform/concurrency/together-or-alone.ts';
import { secondsUntilNextDay } from '#platform/days/calendar-date.ts';
import type { UsageDeps } from './deps.ts';
import { callsOfImage, costOfImage, costOfText, type ImageQuality, monthOf, requestedMonth } from './usage.rules.ts';
import { type MonthQuery, type UsageSummary, usageErrors } from './usage.schema.ts';
import {
  claimAiCalls,
  type ImageUsageType,
  insertUsages,
  listUsageSums,
  type NewUsage,
  type TextUsageType,
  type UsageKind,
  type UsageSum,
} from './usage.store.ts';

/** The purpose of a text call. `referenceId` is the id of its entry, analysis or drop; null if there is none. */
export type TextPurpose = { userId: string; type: TextUsageType; referenceId: string | null };

export type TextUsage = TextPurpose & { model: string; inputTokens: number; outputTokens: number };

/** `referenceId` is the id of the entry or pack that the image belongs to; null if there is none. */
export type ImageUsage = {
  userId: string;
  type: ImageUsageType;
  model: string;
  quality: ImageQuality;
  referenceId: string | null;
};

/**
 * Spends one AI call of the user's allowance of today. Call it before the AI call, so that failed calls count as well.
 */
export async function spendAiCall(deps: UsageDeps, userId: string): Promise<void> {
  await spendCalls(deps, userId, 1);
}

/** Spends the AI calls of one image from the user's allowance of today. Call it before the AI call. */
export async function spendImageCall(deps: UsageDeps, userId: string, quality: ImageQuality): Promise<void> {
  await spendCalls(deps, userId, callsOfImage(quality));
}

async function spendCalls(deps: UsageDeps, userId: string, calls: number): Promise<void> {
  const now = deps.clock.now();
  const isClaimed = await claimAiCalls(deps.db, userId, now.toISOString().slice(0, 10), calls, deps.aiCallsPerDay);
  if (!isClaimed) throw usageErrors.dailyBudgetSpent({ retryAfterSeconds: secondsUntilNextDay(now) });
}

/** Records tokens and cost of a text call. Logs failures and never throws, because the result of the call is valid. */
export async function recordTextUsage(deps: UsageDeps, usage: TextUsage): Promise<void> {
  await recordTextUsages(deps, [usage]);
}

/** `recordTextUsage` for several calls, in one statement. */
export async function recordTextUsages(deps: UsageDeps, usages: readonly TextUsage[]): Promise<void> {
  const costs = usages.map((usage) => ({ ...usage, cost: costOfText(usage) }));
  await togetherOrAlone(
    costs,
    async () => {
      await insertUsage(deps, costs);
      return [];
    },
    (usage) => recordUsage(deps, usage),
  );
}

/** Records the cost of an image. Logs failures and never throws. */
export async function recordImageUsage(deps: UsageDeps, { quality, ...usage }: ImageUsage): Promise<void> {
  await recordUsage(deps, { ...usage, inputTokens: 0, outputTokens: 0, cost: costOfImage(quality) });
}

/** Records the usage of a failed text call if the provider charges for it. Logs failures and never throws. */
export async function recordFailedText(deps: UsageDeps, purpose: TextPurpose, error: unknown): Promise<void> {
  const usage = usageOfFailedText(deps, purpose, error);
  if (usage !== null) await recordTextUsage(deps, usage);
}

/** The usage of a failed text call that the provider charges for; null if it charges nothing. */
export function usageOfFailedText(
  { ai }: Pick<UsageDeps, 'ai'>,
  purpose: TextPurpose,
  error: unknown,
): TextUsage | null {
  const billed = ai.billedUsageOf(error);
  return billed && { ...purpose, ...billed };
}

/** Records the cost of a failed image call if the provider charges for it. Logs failures and never throws. */
export async function recordFailedImage(
  deps: UsageDeps,
  purpose: Omit<ImageUsage, 'model'>,
  error: unknown,
): Promise<void> {
  const billed = deps.ai.billedUsageOf(error);
  if (billed !== null) await recordImageUsage(deps, { ...purpose, model: billed.model });
}

type Usage = Omit<NewUsage, 'id'>;

async function insertUsage({ db, ids, clock }: UsageDeps, usages: readonly Usage[]): Promise<void> {
  await insertUsages(
    db,
    usages.map((usage) => ({ ...usage, id: ids.next() })),
    clock.now(),
  );
}

async function recordUsage(deps: UsageDeps, usage: Usage): Promise<void> {
  try {
    await insertUsage(deps, [usage]);
  } catch (error) {
    deps.log.error(
      { event: 'usage.record-failed', err: error, user_id: usage.userId, type: usage.type },
      'AI usage was not recorded',
    );
  }
}

/** The actor's usage in a calendar month (UTC). */
export async function readUsage(
  deps: Pick<UsageDeps, 'db' | 'clock'>,
  { userId }: Actor,
  query: MonthQuery,
): Promise<UsageSummary> {
  if ((query.year === undefined) !== (query.month === undefined)) throw usageErrors.monthIncomplete();
  const usageOf = await summarizeUsage(deps, [userId], requestedMonth(query, deps.clock.now()));
  return usageOf(userId);
}

/** The usage of each of these users in the calendar month (UTC) of an instant, by one query. */
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
