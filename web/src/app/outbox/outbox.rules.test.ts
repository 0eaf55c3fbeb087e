import { describe, expect, test } from 'vitest';
import {
  begun,
  bodyOf,
  decided,
  holds,
  isUnseen,
  merged,
  type OutboxItem,
  outcomeOf,
  photosOf,
  rebased,
  sendable,
  toUpload,
  undated,
  uploaded,
  waitAfter,
  waitOf,
} from './outbox.rules.ts';

const item = (changes: Partial<OutboxItem> = {}): OutboxItem => ({
  key: 'key-1',
  method: 'POST',
  path: '/api/journal',
  body: { title: 'A' },
  version: null,
  record: 'entry-1',
  state: 'queued',
  reason: null,
  tries: 0,
  queuedAt: 1,
  ...changes,
});

const response = (status: number | null, code = 'x') => ({ status, code, message: 'Why.', retryAfterMs: null });

describe('outcomeOf', () => {
  test.each([
    [200, { kind: 'sent' }],
    [201, { kind: 'sent' }],
    [null, { kind: 'later', waitMs: 2_000, isAsked: false }],
    [503, { kind: 'later', waitMs: 2_000, isAsked: false }],
    [429, { kind: 'later', waitMs: 2_000, isAsked: false }],
    [401, { kind: 'signIn' }],
    [412, { kind: 'unclear' }],
    [400, { kind: 'failed', reason: 'Why.' }],
    [404, { kind: 'failed', reason: 'Why.' }],
    [413, { kind: 'failed', reason: 'Why.' }],
  ])('%s is %o', (status, outcome) => {
    expect(outcomeOf(response(status), item())).toEqual(outcome);
  });

  test.each([
    'record.id-taken',
    'idempotency.key-reused',
    'idempotency.response-lost',
    'idempotency.response-not-stored',
  ])('%s may be of an earlier try, whose response was lost', (code) => {
    expect(outcomeOf(response(409, code), item()).kind).toBe('unclear');
  });

  test('a request still in flight is asked for again', () => {
    expect(outcomeOf(response(409, 'idempotency.in-flight'), item()).kind).toBe('later');
  });

  test('a record to delete that is gone is deleted', () => {
    expect(outcomeOf(response(404), item({ method: 'DELETE' })).kind).toBe('sent');
  });

  test('a time of writing that the server does not take is left out, under another key', () => {
    const refusal = { ...response(400, 'journal.written-at-out-of-range'), retryAfterMs: null };
    expect(outcomeOf(refusal, { method: 'POST', tries: 0 })).toEqual({ kind: 'undated' });
    const sent = item({ state: 'sending', body: { title: 'A', written_at: '2027-01-01T00:00:00.000Z' } });
    expect(undated(sent, 'key-2')).toEqual(item({ key: 'key-2' }));
  });

  test('the time of a photo that the server does not take is left out as well', () => {
    const refusal = { ...response(400, 'check-in.taken-in-future'), retryAfterMs: null };
    expect(outcomeOf(refusal, item())).toEqual({ kind: 'undated' });
    const sent = item({ body: { activityType: 'walk', takenAt: '2027-01-01T00:00:00.000Z' } });
    expect(undated(sent, 'key-2').body).toEqual({ activityType: 'walk' });
  });

  test('the server can ask for a longer wait', () => {
    const busy = { ...response(429), retryAfterMs: 60_000 };
    expect(outcomeOf(busy, item())).toEqual({ kind: 'later', waitMs: 60_000, isAsked: true });
  });
});

test('photosOf names the photos of an entry and that of a form', () => {
  const attachments = [{ id: 'photo-1', mediaId: null, uploadedAt: null }];
  expect(photosOf(item({ attachments }))).toEqual(['photo-1']);
  expect(photosOf(item({ file: { field: 'photo', id: 'photo-2' } }))).toEqual(['photo-2']);
  expect(photosOf(item())).toEqual([]);
});

describe('waitAfter', () => {
  test('doubles up to five minutes', () => {
    expect([0, 1, 2, 7, 8, 50].map(waitAfter)).toEqual([2_000, 4_000, 8_000, 256_000, 300_000, 300_000]);
  });
});

describe('sendable', () => {
  test('keeps the order of one record, and lets others pass', () => {
    const [first, second, other] = [
      item(),
      item({ key: '2', queuedAt: 2 }),
      item({ key: '3', record: 'entry-2', queuedAt: 3 }),
    ];
    expect(sendable([other, second, first], 0)).toEqual([first, other]);
  });

  test('a failed item holds back later ones of its record only', () => {
    const failed = item({ state: 'failed' });
    const other = item({ key: '3', record: 'entry-2' });
    expect(sendable([failed, item({ key: '2', queuedAt: 2 }), other], 0)).toEqual([other]);
  });

  test('an item whose sending was interrupted is sent again', () => {
    expect(sendable([item({ state: 'sending' })], 0)).toHaveLength(1);
  });

  test('an item waits as long as the server has asked for, and holds back later ones of its record', () => {
    const asked = item({ notBefore: 60_000 });
    const items = [asked, item({ key: '2', queuedAt: 2 })];
    expect(sendable(items, 59_999)).toEqual([]);
    expect(waitOf(items, 59_000)).toBe(1_000);
    expect(sendable(items, 60_000)).toEqual([asked]);
    expect(waitOf(items, 60_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

test('an item whose sending was interrupted may be at the server: that was a try', () => {
  expect(begun(item())).toEqual(item({ state: 'sending' }));
  expect(begun(item({ state: 'sending' }))).toEqual(item({ state: 'sending', tries: 1 }));
});

describe('merged', () => {
  const change = item({
    key: 'key-2',
    method: 'PATCH',
    path: '/api/journal/entry-1',
    body: { content: 'B' },
    version: 3,
  });

  test('an edit of an unsent entry stays one creation', () => {
    expect(merged(item(), change)).toMatchObject({ method: 'POST', key: 'key-1', body: { title: 'A', content: 'B' } });
  });

  test('an edit of a refused entry is queued again, under a new key', () => {
    const refused = item({ state: 'failed', reason: 'Too long.', tries: 1 });
    expect(merged(refused, change)).toMatchObject({ key: 'key-2', state: 'queued', reason: null });
  });

  test.each([
    ['that may have arrived', item({ tries: 1 })],
    ['that is being sent', item({ state: 'sending' })],
    ['that is a deletion', item({ method: 'DELETE' })],
    ['that does not exist', undefined],
  ])('an edit is not joined with a write %s', (_what, waiting) => {
    expect(merged(waiting, change)).toBeNull();
  });

  test('the version of the first unsent change stays: both began from it', () => {
    expect(merged({ ...change, version: 2 }, change)?.version).toBe(2);
  });
});

describe('isUnseen', () => {
  const text = item({ method: 'PATCH', version: 3, revision: 'r1', body: { content: 'A' } });
  const move = item({ key: 'key-2', method: 'PATCH', version: null, body: { notebook_id: null }, queuedAt: 9 });

  test.each([
    ['a text that goes on from the waiting one', [text], 'r1', false],
    ['a text from before it, as of another tab', [text], null, true],
    ['a text that goes on from an older one', [text], 'r0', true],
    ['with a move behind it', [text, move], null, true],
    ['behind a move alone', [move], null, false],
    ['a write that is of no text', [text], undefined, false],
    ['nothing waits', [], null, false],
    ['a write of an older client, by its key', [item({ body: { content: 'A' } })], 'key-1', false],
  ])('%s', (_what, waiting, basedOn, expected) => {
    expect(isUnseen(waiting, basedOn)).toBe(expected);
  });

  test('a text that joins a waiting write gives it its revision, a move does not', () => {
    const next = item({ method: 'PATCH', key: 'key-3', revision: 'r2', body: { content: 'B' } });
    expect(merged(text, next)?.revision).toBe('r2');
    expect(merged(text, move)?.revision).toBe('r1');
  });
});

describe('attachments', () => {
  const HOUR_MS = 3_600_000;
  const withPhotos = item({
    body: { title: 'A', photo_ids: ['stored', 'local-1', 'local-2'] },
    attachments: [
      { id: 'local-1', mediaId: null, uploadedAt: null },
      { id: 'local-2', mediaId: 'media-2', uploadedAt: 0 },
    ],
  });

  test('photos without an id of the server are uploaded first', () => {
    expect(toUpload(withPhotos, HOUR_MS).map(({ id }) => id)).toEqual(['local-1']);
    expect(toUpload(item(), HOUR_MS)).toEqual([]);
  });

  test('an upload of almost a day ago is repeated, as the server deletes it after a day', () => {
    expect(toUpload(withPhotos, 23 * HOUR_MS).map(({ id }) => id)).toEqual(['local-1', 'local-2']);
  });

  test('the body names the photos of the server in the order of the author', () => {
    const sent = uploaded(withPhotos, 'local-1', 'media-1', HOUR_MS);
    expect(toUpload(sent, HOUR_MS)).toEqual([]);
    expect(bodyOf(sent)).toEqual({ title: 'A', photo_ids: ['stored', 'media-1', 'media-2'] });
    expect(bodyOf(item())).toEqual({ title: 'A' });
  });

  test('a forgotten upload is repeated', () => {
    const sent = uploaded(withPhotos, 'local-2', null, HOUR_MS);
    expect(toUpload(sent, HOUR_MS).map(({ id }) => id)).toEqual(['local-1', 'local-2']);
  });

  test('an edit of an unsent entry keeps the uploads of the photos that it still has', () => {
    const edit = item({
      key: 'key-2',
      method: 'PATCH',
      body: { photo_ids: ['local-3', 'local-2'] },
      attachments: [{ id: 'local-3', mediaId: null, uploadedAt: null }],
    });
    const joined = merged(withPhotos, edit);
    expect(joined?.attachments?.map(({ id }) => id)).toEqual(['local-3', 'local-2']);
    expect(joined?.body).toEqual({ title: 'A', photo_ids: ['local-3', 'local-2'] });
  });
});

describe('rebased', () => {
  test('later writes of the record are based on the version that was made', () => {
    const later = item({ key: '2', method: 'PATCH', version: 1 });
    const other = item({ key: '3', record: 'entry-2', version: 1 });
    expect(rebased([item(), later, other], item(), 2)).toEqual([{ ...later, version: 2 }]);
  });

  test('a write of any version stays one', () => {
    const move = item({ key: '2', method: 'PATCH', version: null });
    expect(rebased([move], item(), 2)).toEqual([move]);
  });

  test('later writes know the photos that were uploaded', () => {
    const photo = { id: 'local-1', mediaId: 'media-1', uploadedAt: 1 };
    const later = item({ key: '2', method: 'PATCH', attachments: [{ ...photo, mediaId: null, uploadedAt: null }] });
    expect(rebased([later], item({ attachments: [photo] }), 2)).toMatchObject([{ attachments: [photo] }]);
  });
});

describe('holds', () => {
  const record = {
    id: 'entry-1',
    title: 'Fog',
    mood: 'calm',
    tags: ['walk'],
    notebook_id: null,
    content_visibility: 'user',
    photos: [{ id: 'media-1' }],
    version: 2,
  };

  test.each([
    ['the same', { id: 'entry-1', title: 'Fog ', tags: ['walk'], notebook_id: null, photo_ids: ['media-1'] }, true],
    ['tags in the form of others', { tags: ['Walk', 'WALK '] }, true],
    ['other tags', { tags: ['walk', 'run'] }, false],
    ['a mood that the server was to choose', { mood: null }, true],
    ['the level of the user', { content_visibility: 'private' }, true],
    ['another title', { title: 'Sun' }, false],
    ['another level', { content_visibility: 'public' }, false],
    ['another photo', { photo_ids: ['media-1', 'media-2'] }, false],
    ['another id', { id: 'entry-2' }, false],
  ])('%s', (_what, body, expected) => {
    expect(holds(record, body)).toBe(expected);
  });
});

describe('decided', () => {
  const photo = { id: 'local-1', mediaId: null, uploadedAt: null };
  const edit = item({
    method: 'PATCH',
    version: 1,
    state: 'conflict',
    body: { content: 'Mine.', content_visibility: 'private', photo_ids: ['local-1'] },
    attachments: [photo],
  });
  const move = item({ key: '2', method: 'PATCH', version: null, body: { notebook_id: 'n' }, queuedAt: 2 });

  test('the decision replaces the text, and loses nothing else that waits', () => {
    expect(decided([edit, move], { content: 'Both.' })).toEqual({
      replaced: [edit],
      body: { content: 'Both.', content_visibility: 'private', photo_ids: ['local-1'] },
      attachments: [photo],
    });
  });

  test('a creation becomes a change, which names neither id nor time of writing', () => {
    const creation = item({
      state: 'conflict',
      body: { id: 'entry-1', title: 'A', written_at: '2027-01-01T00:00:00.000Z' },
    });
    expect(decided([creation], { content: 'Mine.' }).body).toEqual({ title: 'A', content: 'Mine.' });
  });

  test('the text of the server replaces a deletion too, and leaves a move', () => {
    const deletion = item({ key: '3', method: 'DELETE', body: null, queuedAt: 3 });
    expect(decided([edit, move, deletion], null).replaced).toEqual([edit, deletion]);
  });
});
