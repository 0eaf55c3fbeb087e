import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { secondsUntilNextDay } from '../../platform/days/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Ai } from '../../providers/ai/ai.ts';
import { callsOfImage, costOfImage, costOfText, type ImageQuality, monthAskedFor, monthOf } from './usage.rules.ts';
import { type MonthAsked, type UsageSummary, usageErrors } from './usage.schema.ts';
import {
  claimAiCalls,
  type ImageUsageType,
  insertUsage,
  listUsageSums,
  type NewUsage,
  type TextUsageType,
  type UsageKind,
  type UsageSum,
} from './usage.store.ts';

export type UsageDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  /** How many calls to the AI provider a person may cause on a day (UTC). */
  aiCallsPerDay: number;
};

/** What a text call is for. `referenceId` is its record: an entry, an analysis, a drop; null for a text that is none of these. */
export type TextPurpose = { userId: string; type: TextUsageType; referenceId: string | null };

export type TextUsage = TextPurpose & { model: string; inputTokens: number; outputTokens: number };

/** `referenceId` is the record that the picture was made for: an entry, a pack; null where there is none. */
export type ImageUsage = {
  userId: string;
  type: ImageUsageType;
  model: string;
  quality: ImageQuality;
  referenceId: string | null;
};

/**
 * Takes one of the person's AI calls of today, before the call is made, so that a failing provider cannot be asked without
 * end. Throws `ai.daily-budget-spent`.
 */
export async function spendAiCall(deps: UsageDeps, userId: string): Promise<void> {
  await spendCalls(deps, userId, 1);
}

/** Takes what a picture counts as of the person's AI calls of today, before it is asked for. Throws `ai.daily-budget-spent`. */
export async function spendImageCall(deps: UsageDeps, userId: string, quality: ImageQuality): Promise<void> {
  await spendCalls(deps, userId, callsOfImage(quality));
}

async function spendCalls(deps: UsageDeps, userId: string, calls: number): Promise<void> {
  const now = deps.clock.now();
  const isLeft = await claimAiCalls(deps.db, userId, now.toISOString().slice(0, 10), calls, deps.aiCallsPerDay);
  if (!isLeft) throw usageErrors.dailyBudgetSpent({ retryAfterSeconds: secondsUntilNextDay(now) });
}

/** Records what a text call used and cost. It never fails its caller: the call has been made, and its result counts. */
export async function recordTextUsage(deps: UsageDeps, usage: TextUsage): Promise<void> {
  await record(deps, { ...usage, cost: costOfText(usage) });
}

/** Records what a picture cost. It never fails its caller: the picture has been made and paid for. */
export async function recordImageUsage(deps: UsageDeps, { quality, ...usage }: ImageUsage): Promise<void> {
  await record(deps, { ...usage, inputTokens: 0, outputTokens: 0, cost: costOfImage(quality) });
}

/** Records what a failed text call used, if the provider charges for it all the same. It never fails its caller. */
export async function recordFailedText(
  deps: UsageDeps & { ai: Pick<Ai, 'billedUsageOf'> },
  purpose: TextPurpose,
  error: unknown,
): Promise<void> {
  const billed = deps.ai.billedUsageOf(error);
  if (billed !== null) await recordTextUsage(deps, { ...purpose, ...billed });
}

/** Records what a picture cost that can't be used, if the provider has made it. It never fails its caller. */
export async function recordFailedImage(
  deps: UsageDeps & { ai: Pick<Ai, 'billedUsageOf'> },
  purpose: Omit<ImageUsage, 'model'>,
  error: unknown,
): Promise<void> {
  const billed = deps.ai.billedUsageOf(error);
  if (billed !== null) await recordImageUsage(deps, { ...purpose, model: billed.model });
}

async function record(deps: UsageDeps, usage: Omit<NewUsage, 'id' | 'now'>): Promise<void> {
  try {
    await insertUsage(deps.db, { ...usage, id: deps.ids.next(), now: deps.clock.now() });
  } catch (error) {
    deps.log.error({ err: error, user_id: usage.userId, type: usage.type }, 'AI usage was not recorded');
  }
}

/** What the actor used in a calendar month (UTC). Throws `usage.month-incomplete`. */
export async function readUsage(
  deps: Pick<UsageDeps, 'db' | 'clock'>,
  { userId }: Actor,
  asked: MonthAsked,
): Promise<UsageSummary> {
  if ((asked.year === undefined) !== (asked.month === undefined)) throw usageErrors.monthIncomplete();
  const usageOf = await summarizeUsage(deps, [userId], monthAskedFor(asked, deps.clock.now()));
  return usageOf(userId);
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
