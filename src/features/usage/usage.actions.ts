import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { costOfText } from './usage.rules.ts';
import { insertUsage, type UsageType } from './usage.store.ts';

export type UsageDeps = { db: Db; clock: Clock; ids: Ids; log: Logger };

export type TextUsage = { userId: string; type: UsageType; model: string; inputTokens: number; outputTokens: number };

/** Records what a text call used and cost. It never fails its caller: the call has been made, and its result counts. */
export async function recordTextUsage(deps: UsageDeps, usage: TextUsage): Promise<void> {
  try {
    await insertUsage(deps.db, { ...usage, id: deps.ids.next(), cost: costOfText(usage), now: deps.clock.now() });
  } catch (error) {
    deps.log.error({ err: error, user_id: usage.userId, type: usage.type }, 'AI usage was not recorded');
  }
}
