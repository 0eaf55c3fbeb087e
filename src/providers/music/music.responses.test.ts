import { describe, expect, test } from 'vitest';
import { parsePlays, parseUserId } from './music.responses.ts';

const played_at = '2026-01-01T10:20:30.456Z';
const track = (change: object = {}) => ({ id: 'one', name: 'One', ...change });
const MOST = 50;
const playsOf = (...items: unknown[]) => parsePlays({ items }, MOST)?.plays;
const trackOf = (change: object) => playsOf({ played_at, track: track(change) })?.[0]?.track;

describe('Plays', () => {
  test.each([null, [], 'text', 7, {}, { items: null }, { items: {} }, { items: 'all' }])(
    'are not to be found in %j',
    (response) => {
      expect(parsePlays(response, MOST)).toBeNull();
    },
  );

  test('skips plays without a valid track or instant and keeps the others', () => {
    const odd = [
      null,
      7,
      'text',
      {},
      { played_at },
      { track: track() },
      { played_at: 'yesterday', track: track() },
      { played_at: '2026-02-30T00:00:00Z', track: track() },
      { played_at: '2026-01-01T25:00:00Z', track: track() },
      { played_at: 1_767_225_600, track: track() },
      { played_at, track: null },
      { played_at, track: [] },
      { played_at, track: track({ id: null }) },
      { played_at, track: track({ id: '' }) },
      { played_at, track: track({ id: 'with space' }) },
      { played_at, track: track({ id: 'a\0' }) },
      { played_at, track: track({ id: 'x'.repeat(256) }) },
      { played_at, track: track({ name: 7 }) },
    ];
    const response = parsePlays({ items: [...odd, { played_at, track: track() }] }, MOST);
    expect(response?.count).toBe(odd.length + 1);
    expect(response?.plays).toMatchObject([{ playedAt: new Date(played_at), track: { id: 'one', name: 'One' } }]);
  });

  test('know the moment wherever the service counts its hours', () => {
    expect(playsOf({ played_at: '2026-01-01T12:20:30.456+02:00', track: track() })?.[0]?.playedAt).toEqual(
      new Date(played_at),
    );
  });
});

describe('A track', () => {
  test('has what it must have, and nothing else where nothing else is told', () => {
    expect(trackOf({})).toEqual({
      id: 'one',
      raw: '{"id":"one","name":"One"}',
      name: 'One',
      artistNames: [],
      albumName: null,
      albumImageUrl: null,
      externalUrl: null,
      durationMs: null,
      isExplicit: false,
    });
  });

  test('has texts of a length and a kind that can be kept', () => {
    const long = 'é'.repeat(5_000);
    const found = trackOf({
      name: `a\0b\ud800${long}`,
      artists: [{ name: long }, { name: 7 }, null, 'text', ...Array(100).fill({ name: 'x' })],
      album: { name: long },
    });
    expect(found?.name).toBe(`ab\ufffd${long}`.slice(0, 500));
    expect(found?.artistNames).toHaveLength(50);
    expect(found?.artistNames[0]).toHaveLength(500);
    expect(found?.albumName).toHaveLength(500);
  });

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    '//images.example/a.png',
    `https://images.example/${'a'.repeat(2_048)}`,
    'https://images.example/a b',
    7,
    null,
  ])('has no address that is none of the web: %j', (url) => {
    expect(trackOf({ album: { images: [{ url }] }, external_urls: { web: url } })).toMatchObject({
      albumImageUrl: null,
      externalUrl: null,
    });
  });

  test('has the first address that is good', () => {
    const found = trackOf({
      album: { images: [null, { url: 'x' }, { url: 'https://images.example/a.png' }] },
      external_urls: { odd: 7, web: 'https://music.example/one' },
    });
    expect(found).toMatchObject({
      albumImageUrl: 'https://images.example/a.png',
      externalUrl: 'https://music.example/one',
    });
  });

  test.each([
    [180_000.4, 180_000],
    [-5, 0],
    [1e300, 86_400_000],
    [Number.NaN, null],
    ['180000', null],
  ])('lasts %j as %j milliseconds', (duration_ms, durationMs) => {
    expect(trackOf({ duration_ms })?.durationMs).toBe(durationMs);
  });

  test.each([
    ['larger than 256 KB', { note: 'x'.repeat(256 * 1024) }],
    ['with a NUL', { note: 'a\0b' }],
    ['with half a character', { note: '\ud800' }],
    ['with half a character in a key', { 'a\udfff': 1 }],
    ['deeper than twenty levels', JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)],
  ])('keeps its fields without what was told where that is %s', (_what, change) => {
    expect(trackOf(change)).toMatchObject({ id: 'one', name: 'One', raw: null });
  });

  test('keeps what was told up to 256 KB', () => {
    expect(trackOf({ note: 'x'.repeat(255 * 1024) })?.raw).toContain('xxx');
  });
});

test.each([
  [{ id: 'ada' }, 'ada'],
  [{ id: 'x'.repeat(255) }, 'x'.repeat(255)],
  [{ id: 'x'.repeat(256) }, null],
  [{ id: 7 }, null],
  [{}, null],
  [null, null],
  [[], null],
  ['ada', null],
])('the person in %j is %j', (response, id) => {
  expect(parseUserId(response)).toBe(id);
});
