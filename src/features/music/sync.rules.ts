/** As far as rules look at a play. */
type PlayFacts = { track: { id: string }; playedAt: Date };

/** How far into the future the clock of the service may be. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;
/** Nobody has played anything over the service before. */
const EARLIEST = Date.UTC(2000, 0);

/** How long after it was written an entry still gets its track. */
const LATE_LINKING_MS = 24 * 60 * 60 * 1000;

/** The plays that can have happened: of one that is told twice, one. */
export function possiblePlays<Play extends PlayFacts>(plays: readonly Play[], now: Date): Play[] {
  const possible = plays.filter(
    ({ playedAt }) => playedAt.getTime() >= EARLIEST && playedAt.getTime() <= now.getTime() + MAX_AHEAD_MS,
  );
  return [...new Map(possible.map((play) => [`${play.playedAt.getTime()} ${play.track.id}`, play])).values()];
}

/** The tracks of plays, each once. */
export function tracksOf<Play extends PlayFacts>(plays: readonly Play[]): Play['track'][] {
  return [...new Map(plays.map(({ track }) => [track.id, track])).values()];
}

/** From when on the next sync asks: never back, and never into the future, where later plays would be passed over. */
export function nextSeenAt(before: Date | null, plays: readonly PlayFacts[], now: Date): Date | null {
  const times = plays.map(({ playedAt }) => Math.min(playedAt.getTime(), now.getTime()));
  const latest = Math.max(before?.getTime() ?? Number.NEGATIVE_INFINITY, ...times);
  return Number.isFinite(latest) ? new Date(latest) : null;
}

/** Entries of this moment and later ones are linked late. */
export function linkedSince(now: Date): Date {
  return new Date(now.getTime() - LATE_LINKING_MS);
}
