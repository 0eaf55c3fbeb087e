import { type MediaDeps, signedUrl } from '#features/media';
import { dayEndsAt } from '#features/workout-window';
import { isReplaceable } from './check-in.rules.ts';
import { type CheckIn, PHOTO_THUMBNAIL_SIZE } from './check-in.schema.ts';
import type { CheckInRow } from './check-in.store.ts';

/** The name shown for inactive and blocked users. */
export const NAMELESS = 'Former member';

/** The name of a profile whose account is erased. */
const DELETED_USER = 'Deleted user';

/** Returns the name that other users see. */
export function nameOf({ full_name, is_active }: { full_name: string; is_active: boolean }): string {
  return is_active || full_name === DELETED_USER ? full_name : NAMELESS;
}

/** Marks check-ins of users blocked with the viewer as inactive, which hides their names and photos. */
export function hideBlocked(rows: readonly CheckInRow[], blockedIds: readonly string[]): CheckInRow[] {
  const blocked = new Set(blockedIds);
  return rows.map((row) => ({ ...row, is_active: row.is_active && !blocked.has(row.user_id) }));
}

/** Returns what a viewer may see of a check-in. Coordinates and the rejection reason are for its owner only. */
export function viewOfCheckIn(
  deps: MediaDeps,
  row: CheckInRow,
  { isOwn, showsPhoto }: { isOwn: boolean; showsPhoto: boolean },
): CheckIn {
  return {
    id: row.id,
    user_id: row.user_id,
    user_name: nameOf(row),
    is_ai: row.is_ai,
    chain_id: row.chain_id,
    date: row.date,
    activity_type: row.activity_type,
    within_window: row.within_window,
    ...(showsPhoto ? picturesOf(deps, row) : { photo_url: null, photo: null, photo_thumbnail: null }),
    photo_timestamp: row.photo_timestamp.toISOString(),
    location_lat: isOwn && row.location_lat !== null ? Number(row.location_lat) : null,
    location_lng: isOwn && row.location_lng !== null ? Number(row.location_lng) : null,
    status: row.status,
    rejection_reason: isOwn ? row.rejection_reason : null,
    battle_chips_earned: row.battle_chips_earned,
    can_replace: isOwn && canReplace(row, deps.clock.now()),
    created_at: row.created_at.toISOString(),
  };
}

/** Whether the user can send another photo: until the date ends in the time zone of their window. */
function canReplace(row: CheckInRow, now: Date): boolean {
  const { date, window_start_time: startTime, window_zone: zone } = row;
  if (!isReplaceable(row) || startTime === null || zone === null) return false;
  return now < dayEndsAt(date, { startTime: startTime.slice(0, 5), zone, since: date });
}

function picturesOf(
  deps: MediaDeps,
  { photo_key, tile_key, photo_width, photo_height, photo_color: color }: CheckInRow,
): Pick<CheckIn, 'photo_url' | 'photo' | 'photo_thumbnail'> {
  const url = photo_key === null ? null : signedUrl(deps, photo_key);
  const size = photo_width === null || photo_height === null ? null : { width: photo_width, height: photo_height };
  const thumbnail = { width: PHOTO_THUMBNAIL_SIZE, height: PHOTO_THUMBNAIL_SIZE, color };
  return {
    photo_url: url,
    photo: url === null || size === null ? null : { url, ...size, color },
    photo_thumbnail: tile_key === null ? null : { url: signedUrl(deps, tile_key), ...thumbnail },
  };
}
