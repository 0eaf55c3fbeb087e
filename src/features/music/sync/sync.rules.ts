type PlayFacts = { track: { id: string }; playedAt: Date };

/** How far ahead the clock of the service may be. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;
/** Before any music service existed. */
const EARLIEST = Date.UTC(2000, 0);

/** How long after its creation an entry can be linked to a track. */
const LATE_LINKING_MS = 24 * 60 * 60 * 1000;

/** The plays with a plausible time, without duplicates. */
export function plausiblePlays<Play extends PlayFacts>(plays: readonly Play[], now: Date): Play[] {
  const plausible = plays.filter(
    ({ playedAt }) => playedAt.getTime() >= EARLIEST && playedAt.getTime() <= now.getTime() + MAX_AHEAD_MS,
  );
  return [...new Map(plausible.map((play) => [`${play.playedAt.getTime()} ${play.track.id}`, play])).values()];
}

/** The tracks of plays, without duplicates. */
export function tracksOf<Play extends PlayFacts>(plays: readonly Play[]): Play['track'][] {
  return [...new Map(plays.map(({ track }) => [track.id, track])).values()];
}

/** The instant from which the next sync reads. Never earlier than `before`, never in the future, so that no play is skipped. */
export function nextSeenAt(before: Date | null, plays: readonly PlayFacts[], now: Date): Date | null {
  const times = plays.map(({ playedAt }) => Math.min(playedAt.getTime(), now.getTime()));
  const latest = Math.max(before?.getTime() ?? Number.NEGATIVE_INFINITY, ...times);
  return Number.isFinite(latest) ? new Date(latest) : null;
}

/** Entries created since this instant can still be linked. */
export function linkedSince(now: Date): Date {
  return new Date(now.getTime() - LATE_LINKING_MS);
}
