import { isInstant, isWebAddress } from '#platform/http/validation/formats.ts';
import { startOf } from '#platform/text/text.ts';
import type { Play, Track } from './music.ts';

/*
 * Responses are parsed value by value, not by schema: an invalid track must not discard the other tracks, and long or deep
 * values must not reach the database.
 */

const MAX_NAME_LENGTH = 500;
const MAX_URL_LENGTH = 2_048;
const MAX_ARTISTS = 50;
const MAX_TRACK_MS = 24 * 60 * 60 * 1_000;
const MAX_RAW_JSON_BYTES = 256 * 1024;
const MAX_RAW_DEPTH = 20;

/** JSON escapes that PostgreSQL rejects: NUL and single surrogates. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/i;

type Json = Record<string, unknown>;

/** The id in the response of `/me`, or null. */
export function parseUserId(body: unknown): string | null {
  return isObject(body) ? idOf(body.id) : null;
}

/** Plays, oldest first. `count` includes invalid items; `readUntil` is the instant of the last item read. */
type PlayPage = { count: number; plays: Play[]; readUntil: Date | null };

/** The earliest `limit` plays without invalid tracks. Null if the body is no page of plays. */
export function parsePlays(body: unknown, limit: number): PlayPage | null {
  if (!isObject(body) || !Array.isArray(body.items)) return null;
  const items = body.items.flatMap((item) => playOf(item) ?? []);
  const earliest = items.toSorted((one, other) => one.playedAt.getTime() - other.playedAt.getTime()).slice(0, limit);
  return {
    count: body.items.length,
    plays: earliest.flatMap(({ track, playedAt }) => (track === null ? [] : { track, playedAt })),
    readUntil: earliest.at(-1)?.playedAt ?? null,
  };
}

function playOf(item: unknown): { track: Track | null; playedAt: Date } | null {
  if (!isObject(item) || typeof item.played_at !== 'string' || !isInstant(item.played_at)) return null;
  return { track: trackOf(item.track), playedAt: new Date(item.played_at) };
}

/** Null for local files and other items without an id of the service. */
function trackOf(track: unknown): Track | null {
  const id = isObject(track) ? idOf(track.id) : null;
  if (!isObject(track) || id === null || typeof track.name !== 'string') return null;
  const album = isObject(track.album) ? track.album : {};
  const artists = Array.isArray(track.artists) ? track.artists : [];
  const images = Array.isArray(album.images) ? album.images : [];
  const urls = isObject(track.external_urls) ? Object.values(track.external_urls) : [];
  return {
    id,
    raw: rawOf(track),
    name: truncate(track.name),
    artistNames: artists
      .flatMap((artist) => (isObject(artist) && typeof artist.name === 'string' ? truncate(artist.name) : []))
      .slice(0, MAX_ARTISTS),
    albumName: typeof album.name === 'string' ? truncate(album.name) : null,
    albumImageUrl: firstUrl(images.map((image) => (isObject(image) ? image.url : null))),
    externalUrl: firstUrl(urls),
    durationMs: durationOf(track.duration_ms),
    isExplicit: track.explicit === true,
  };
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value) ? value : null;
}

function truncate(text: string): string {
  return startOf(text.toWellFormed().replaceAll('\0', ''), MAX_NAME_LENGTH);
}

function firstUrl(values: readonly unknown[]): string | null {
  const isUsable = (value: unknown): value is string =>
    typeof value === 'string' && value.length <= MAX_URL_LENGTH && /^[\x21-\x7e]+$/.test(value) && isWebAddress(value);
  return values.find(isUsable) ?? null;
}

function durationOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Math.min(Math.max(0, Math.round(value)), MAX_TRACK_MS);
}

function rawOf(track: Json): string | null {
  if (isDeeperThan(MAX_RAW_DEPTH, track)) return null;
  const text = JSON.stringify(track);
  return Buffer.byteLength(text) > MAX_RAW_JSON_BYTES || UNSTORABLE_ESCAPE.test(text) ? null : text;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
