import type { Actor } from '#access/actor.ts';
import { publicUrlOf } from '#features/media';
import { dateSpan, localDateOf } from '#platform/days/calendar-date.ts';
import { mapRead, type Read } from '#platform/db/read.ts';
import { paginate } from '#platform/http/pagination.ts';
import type { MosaicDeps } from './deps.ts';
import { formsOf, startForms } from './forms.actions.ts';
import { selectMosaic } from './mosaic.store.ts';
import { isProvisional, lastBegunDate } from './mosaic-day.rules.ts';
import { MAX_DATES, type MosaicList, type MosaicListQuery, type MosaicSummary } from './mosaic-list.schema.ts';
import { countTilesOn, listMosaicDates, type MosaicDateRow } from './mosaic-list.store.ts';

/** Pages are ordered by date, and a date has no id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Lists a page of the dates with a mosaic, latest first: dates that have begun in some time zone, whether their image is drawn
 * or not. The counts are those of `readMosaic`.
 */
export async function listMosaics(deps: MosaicDeps, actor: Actor, query: MosaicListQuery): Promise<MosaicList> {
  const now = deps.clock.now();
  const { rows, next_cursor, tiles } = await deps.read(async (db) => {
    const page = await paginate(
      { limit: MAX_DATES, ...query },
      (after, limit) => listMosaicDates(db, actor.userId, lastDateOf(after, now), limit),
      { positionOf: positionByDate },
    );
    const live = page.rows.filter((row) => !isFinal(row)).map(({ date }) => date);
    return { ...page, tiles: live.length === 0 ? new Map<string, number>() : await countTilesOn(db, live) };
  });
  const formless = rows.filter(({ drawn }) => drawn?.size === null).map(({ date }) => date);
  if (formless.length > 0) startForms(deps, formless);
  return { mosaics: rows.map((row) => summaryOf(deps, row, tiles, now)), next_cursor };
}

/** The URL of the image of a date, or null if it is not drawn yet. */
export function selectMosaicUrl(deps: Pick<MosaicDeps, 'db' | 'publicUrl'>, date: string): Read<string | null> {
  return mapRead(selectMosaic(deps.db, date), (mosaic) => (mosaic ? publicUrlOf(deps, mosaic.imageKey) : null));
}

function positionByDate({ date }: MosaicDateRow) {
  return { id: NO_ID, createdAt: dateSpan(date, 'UTC').startsAt };
}

/** The date before that of the cursor, and never one that has not begun. */
function lastDateOf(after: { createdAt: Date } | null, now: Date): string {
  const latest = lastBegunDate(now);
  if (after === null || after.createdAt > dateSpan(latest, 'UTC').startsAt) return latest;
  return localDateOf(new Date(after.createdAt.getTime() - DAY_MS), 'UTC');
}

/** Whether the mosaic was drawn after its date had ended in all time zones. Its tiles no longer change. */
function isFinal({ date, drawn }: MosaicDateRow): boolean {
  return drawn !== null && !isProvisional(date, drawn.asOf);
}

function summaryOf(deps: MosaicDeps, row: MosaicDateRow, tiles: ReadonlyMap<string, number>, now: Date): MosaicSummary {
  const { date, drawn, hasOwnTile } = row;
  return {
    date,
    imageUrl: drawn === null ? null : publicUrlOf(deps, drawn.imageKey),
    images: drawn === null ? null : formsOf(deps, drawn),
    provisional: isProvisional(date, now),
    totalParticipants: drawn !== null && isFinal(row) ? drawn.totalParticipants : (tiles.get(date) ?? 0),
    hasOwnTile,
  };
}
