import { isInstant, isWebAddress } from '../../platform/http/validation/formats.ts';
import { startOf } from '../../platform/text/text.ts';
import type { Play, Track } from './music.ts';

/*
 * What the service says is taken apart by hand, value by value: one odd track should not cost anybody the others, and nothing that
 * comes may be longer or deeper than we keep.
 */

const MAX_NAME_LENGTH = 500;
const MAX_ADDRESS_LENGTH = 2_048;
const MAX_ARTISTS = 50;
const MAX_TRACK_MS = 24 * 60 * 60 * 1_000;
const MAX_RAW_BYTES = 256 * 1024;
const MAX_RAW = 20;

/** How an escape in JSON looks that PostgreSQL cannot keep: a NUL, or half of a surrogate pair. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/i;

type Json = Record<string, unknown>;

/** The id in the answer to who somebody is, or null. */
export function personIn(answer: unknown): string | null {
  return isObject(answer) ? idOf(answer.id) : null;
}

/** Plays, oldest first; `count` is how many the service has sent, and `readUntil` the moment up to which nothing was left out. */
type PlayPage = { count: number; plays: Play[]; readUntil: Date | null };

/** The earliest plays of the answer, without those whose track cannot be read; null where it is no such answer. */
export function playsIn(answer: unknown, most: number): PlayPage | null {
  if (!isObject(answer) || !Array.isArray(answer.items)) return null;
  const items = answer.items.flatMap((item) => momentOf(item) ?? []);
  const earliest = items.toSorted((one, other) => one.playedAt.getTime() - other.playedAt.getTime()).slice(0, most);
  return {
    count: answer.items.length,
    plays: earliest.flatMap(({ track, playedAt }) => (track === null ? [] : { track, playedAt })),
    readUntil: earliest.at(-1)?.playedAt ?? null,
  };
}

function momentOf(item: unknown): { track: Track | null; playedAt: Date } | null {
  if (!isObject(item) || typeof item.played_at !== 'string' || !isInstant(item.played_at)) return null;
  return { track: trackOf(item.track), playedAt: new Date(item.played_at) };
}

/** Files of a person's own and other things that have no id with the service are no tracks. */
function trackOf(track: unknown): Track | null {
  const id = isObject(track) ? idOf(track.id) : null;
  if (!isObject(track) || id === null || typeof track.name !== 'string') return null;
  const album = isObject(track.album) ? track.album : {};
  const artists = Array.isArray(track.artists) ? track.artists : [];
  const images = Array.isArray(album.images) ? album.images : [];
  const addresses = isObject(track.external_urls) ? Object.values(track.external_urls) : [];
  return {
    id,
    raw: rawOf(track),
    name: cut(track.name),
    artistNames: artists
      .flatMap((artist) => (isObject(artist) && typeof artist.name === 'string' ? cut(artist.name) : []))
      .slice(0, MAX_ARTISTS),
    albumName: typeof album.name === 'string' ? cut(album.name) : null,
    albumImageUrl: firstAddress(images.map((image) => (isObject(image) ? image.url : null))),
    externalUrl: firstAddress(addresses),
    durationMs: durationOf(track.duration_ms),
    isExplicit: track.explicit === true,
  };
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value) ? value : null;
}

function cut(text: string): string {
  return startOf(text.toWellFormed().replaceAll('\0', ''), MAX_NAME_LENGTH);
}

function firstAddress(values: readonly unknown[]): string | null {
  const isUsable = (value: unknown): value is string =>
    typeof value === 'string' &&
    value.length <= MAX_ADDRESS_LENGTH &&
    /^[\x21-\x7e]+$/.test(value) &&
    isWebAddress(value);
  return values.find(isUsable) ?? null;
}

function durationOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Math.min(Math.max(0, Math.round(value)), MAX_TRACK_MS);
}

function rawOf(track: Json): string | null {
  if (isDeeperThan(MAX_RAW, track)) return null;
  const text = JSON.stringify(track);
  return Buffer.byteLength(text) > MAX_RAW_BYTES || UNSTORABLE_ESCAPE.test(text) ? null : text;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
