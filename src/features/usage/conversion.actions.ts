import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { ConversionRate, ConversionRates, NewConversionRate } from './conversion.schema.ts';
import {
  type ConversionRateRow,
  findNewestConversionRate,
  insertConversionRate,
  listConversionRates,
} from './conversion.store.ts';
import type { UsageDeps } from './deps.ts';

/** The current rate (null if none was set) and a page of all rates, newest first. */
export async function listRates(deps: UsageDeps, query: PageQuery): Promise<ConversionRates> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listConversionRates(deps.db, after, limit + 1), limit);
  const current = after === null ? page.rows[0] : await findNewestConversionRate(deps.db);
  return {
    current: current === undefined ? null : viewOf(current),
    history: page.rows.map(viewOf),
    next_cursor: writeCursor(page.next),
  };
}

/** Sets the current rate and records an audit event. Former rates remain in the history. */
export async function setRate(
  deps: UsageDeps,
  actor: Actor,
  { tokens_per_drop }: NewConversionRate,
): Promise<ConversionRate> {
  const rate = {
    id: deps.ids.next(),
    tokensPerDrop: String(tokens_per_drop),
    createdBy: actor.userId,
    now: deps.clock.now(),
  };
  return deps.db.transaction().execute(async (tx) => {
    const row = await insertConversionRate(tx, rate);
    await recordAudit(deps, tx, actor, {
      action: 'usage.set-conversion-rate',
      subjectType: 'currency_conversion_rate',
      subjectIds: [rate.id],
      details: { tokens_per_drop },
    });
    return viewOf(row);
  });
}

function viewOf(row: ConversionRateRow): ConversionRate {
  return {
    id: row.id,
    tokens_per_drop: Number(row.tokens_per_drop),
    effective_at: row.effective_at.toISOString(),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
  };
}
