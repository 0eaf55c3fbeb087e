import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Page, paginate, parsePage, toPage, writeCursor } from './pagination.ts';

const ID = '01a1fe0a-1f79-76b3-ac5e-d86597079b1a';
const asCursor = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  test('leads back to the very record that it was made from', () => {
    const moments = fastCheck.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
    fastCheck.assert(
      fastCheck.property(moments, fastCheck.uuid(), (createdAt, id) => {
        const cursor = writeCursor({ createdAt, id }) ?? '';
        expect(cursor).toMatch(/^[\w-]{1,200}$/);
        expect(parsePage({ cursor }).after).toEqual({ createdAt, id });
      }),
    );
  });

  test('is null where there is no next page', () => {
    expect(writeCursor(null)).toBeNull();
  });

  test.each([
    ['not ours', 'hello'],
    ['without an id', asCursor('1763726400000')],
    ['without a moment', asCursor(` ${ID}`)],
    ['with a moment that is no number', asCursor(`1e3 ${ID}`)],
    ['with a moment before the clock began', asCursor(`-1 ${ID}`)],
    ['with an id that is no UUID', asCursor('1763726400000 1')],
    ['with something after its end', asCursor(`1763726400000 ${ID} more`)],
    ['with SQL in its id', asCursor("1763726400000 '; drop table profile; --")],
  ])('%s is refused', (_what, cursor) => {
    expect(() => parsePage({ cursor })).toThrow(
      expect.objectContaining({ status: 400, code: 'request.invalid-cursor' }),
    );
  });
});

describe('a page of long records', () => {
  const longRows = (...lengths: number[]) =>
    lengths.map((length, index) => ({ id: `${index}`, created_at: new Date(index), text: 'é'.repeat(length / 2) }));
  const ended = (rows: ReturnType<typeof longRows>, limit: number) => {
    const { rows: page, next } = toPage(rows, limit, ({ text }) => text);
    return [page.length, next?.id ?? null];
  };

  test.each([
    ['5 MB with the last of them', longRows(2_500_000, 2_500_000), [2, null]],
    ['5 MB before the last', longRows(2_500_000, 2_500_000, 2), [2, '1']],
    ['a little less than 5 MB', longRows(2_500_000, 2_499_998, 2), [3, null]],
    ['more than 5 MB in one record', longRows(6_000_000, 2), [1, '0']],
    ['nothing', [], [0, null]],
  ])('with %s', (_what, rows, expected) => {
    expect(ended(rows, 3)).toEqual(expected);
  });

  test('ends at its limit before that', () => {
    expect(ended(longRows(2, 2, 2), 2)).toEqual([2, '1']);
  });
});

describe('a page', () => {
  const rows = Array.from({ length: 4 }, (_, index) => ({ id: `${index}${ID.slice(1)}`, created_at: new Date(index) }));
  const idsOf = (page: Page<{ id: string }>) => page.rows.map(({ id }) => Number(id[0]));

  test('holds 500 records where nothing else is asked', () => {
    expect(parsePage({})).toEqual({ limit: 500, after: null });
  });

  test('with one record more behind it names its last one as where the next starts', () => {
    const page = toPage(rows, 3);
    expect(idsOf(page)).toEqual([0, 1, 2]);
    expect(page.next).toEqual({ createdAt: new Date(2), id: rows[2]?.id });
  });

  test('that holds exactly the last records names no next one', () => {
    const page = toPage(rows, 4);
    expect(idsOf(page)).toEqual([0, 1, 2, 3]);
    expect(page.next).toBeNull();
  });

  test('of nothing is empty and the last', () => {
    expect(toPage([], 5)).toEqual({ rows: [], next: null });
  });
});

describe('paginate', () => {
  const rows = Array.from({ length: 3 }, (_, index) => ({ id: `${index}${ID.slice(1)}`, created_at: new Date(index) }));
  const list = (after: { createdAt: Date } | null, limit: number) =>
    Promise.resolve(rows.slice(after === null ? 0 : after.createdAt.getTime() + 1).slice(0, limit));

  test('returns page after page until the list ends', async () => {
    const first = await paginate({ limit: 2 }, list);
    expect(first.rows).toEqual(rows.slice(0, 2));
    const second = await paginate({ limit: 2, cursor: first.next_cursor ?? '' }, list);
    expect(second).toEqual({ rows: rows.slice(2), next_cursor: null });
  });

  test('returns no cursor with the last rows of the list', async () => {
    expect(await paginate({ limit: 3 }, list)).toEqual({ rows, next_cursor: null });
  });

  test('ends a page of long records at its size', async () => {
    const page = await paginate({}, list, { textOf: () => 'x'.repeat(3_000_000) });
    expect(page.rows).toEqual(rows.slice(0, 2));
    expect(page.next_cursor).not.toBeNull();
  });

  test('uses the position that the list is ordered by', async () => {
    const ranks = [7, 5].map((rank) => ({ rank, entryId: ID }));
    const positionOf = ({ rank, entryId }: { rank: number; entryId: string }) => ({
      createdAt: new Date(rank),
      id: entryId,
    });
    const { next_cursor } = await paginate({ limit: 1 }, async () => ranks, { positionOf });
    expect(next_cursor).toBe(writeCursor({ createdAt: new Date(7), id: ID }));
  });
});
