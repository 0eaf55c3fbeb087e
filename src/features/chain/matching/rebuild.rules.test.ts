import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexPairs, type Pair } from '../blocked-pairs.rules.ts';
import type { TeamColor } from '../chain.rules.ts';
import { blockRelations, pairsAmong, participant, populations } from '../test-population.ts';
import { type ChainRow, decideRebuild, type Rebuild, type Squad } from './rebuild.rules.ts';

const SIX = 6 * 60;
const SEED = '["berlin"] 2026-11-16';
const noColors = new Map<string, TeamColor>();

/** What is stored after a rebuild, as its caller stores it. New squads are named after their members. */
function stored(previous: readonly ChainRow[], { chains, squads, leavers, formerSquads }: Rebuild): ChainRow[] {
  const idOf = (squad: Squad | undefined) => squad?.id ?? `squad of ${squad?.userIds}`;
  const kept = previous
    .filter(({ userId }) => !leavers.includes(userId) && !chains.some((chain) => chain.userId === userId))
    .map((row) => ({ ...row, squadId: formerSquads.includes(row.squadId ?? '') ? null : row.squadId }));
  const written = chains.map(({ squad, ...row }) => ({
    ...row,
    squadId: squad === null ? null : idOf(squads[squad]),
    hasCheckIn: false,
  }));
  return [...kept, ...written].sort((one, other) => (one.userId < other.userId ? -1 : 1));
}

const populationOf = (...userIds: string[]) => userIds.map((userId, index) => participant(userId, SIX + index * 120));

const firstRows = (userIds: string[], checkedIn: string[] = []): ChainRow[] =>
  stored(
    [],
    decideRebuild({
      population: populationOf(...userIds),
      previous: [],
      colorsOfWeek: noColors,
      seed: SEED,
      blockedPairs: [],
    }),
  ).map((row) => ({ ...row, hasCheckIn: checkedIn.includes(row.userId) }));

const rebuild = (userIds: string[], previous: ChainRow[], colorsOfWeek = noColors, blockedPairs: Pair[] = []) =>
  decideRebuild({ population: populationOf(...userIds), previous, colorsOfWeek, seed: SEED, blockedPairs });

const step = fc.tuple(populations(25), fc.infiniteStream(fc.boolean()));

describe('first rebuild', () => {
  test('decides links, colours and squads', () => {
    const { chains, squads, leavers } = rebuild(['a', 'b', 'c', 'd', 'e', 'f', 'g'], []);
    const [first, second] = [chains[0]?.teamColor ?? 'red', chains[1]?.teamColor ?? 'red'];
    expect(new Set([first, second]).size).toBe(2);
    expect(chains.slice(0, 3)).toMatchObject([
      { userId: 'a', beforeUserId: null, afterUserId: 'b', teamColor: first },
      { userId: 'b', beforeUserId: 'a', afterUserId: 'c', teamColor: second },
      { userId: 'c', beforeUserId: 'b', afterUserId: 'd', teamColor: first },
    ]);
    for (const { userId, squad } of chains) expect(squads[squad ?? -1]?.userIds).toContain(userId);
    expect(squads.toSorted((one, other) => (one.userIds[0] ?? '').localeCompare(other.userIds[0] ?? ''))).toEqual([
      { id: null, teamColor: first, userIds: ['a', 'c'] },
      { id: null, teamColor: second, userIds: ['b', 'd', 'f'] },
      { id: null, teamColor: first, userIds: ['e', 'g'] },
    ]);
    expect(leavers).toEqual([]);
  });

  test('returns nothing without participants', () => {
    expect(rebuild([], [])).toEqual({ memberCount: 0, chains: [], squads: [], leavers: [], formerSquads: [] });
  });

  test('prefers the colours of the date to those of the week', () => {
    const previous = firstRows(['a']).map((row): ChainRow => ({ ...row, teamColor: 'red' }));
    const colorsOfWeek = new Map<string, TeamColor>([
      ['a', 'blue'],
      ['b', 'red'],
    ]);
    const { chains } = rebuild(['a', 'b', 'c', 'd'], previous, colorsOfWeek);
    expect(chains.map(({ teamColor }) => teamColor)).toEqual(['red', 'red', 'blue', 'blue']);
  });
});

describe('later rebuild', () => {
  test('keeps a row with a check-in after its user left', () => {
    const previous = firstRows(['a', 'b', 'c', 'd'], ['b']);
    const { memberCount, chains, squads, leavers } = rebuild(['a', 'c', 'd'], previous);
    expect(memberCount).toBe(4);
    expect(chains.map(({ userId }) => userId)).toEqual(['a', 'c']);
    expect(squads.map(({ userIds }) => userIds).toSorted()).toEqual([
      ['a', 'c'],
      ['d', 'b'],
    ]);
    expect(leavers).toEqual([]);
  });

  test('deletes the row of a leaver and the links to it', () => {
    const { chains, leavers } = rebuild(['a', 'c'], firstRows(['a', 'b', 'c']));
    expect(leavers).toEqual(['b']);
    expect(chains.map(({ userId, beforeUserId, afterUserId }) => [userId, beforeUserId, afterUserId])).toEqual([
      ['a', null, 'c'],
      ['c', 'a', null],
    ]);
  });

  test('keeps a squad with a check-in, without leavers and new members', () => {
    const userIds = ['a', 'b', 'c', 'd', 'e', 'f'];
    const previous = firstRows(userIds, ['c']);
    const squadOfC = previous.find(({ userId }) => userId === 'c')?.squadId ?? '';
    expect(squadOfC).toBe('squad of a,c,e');
    const { squads } = rebuild(['a', 'b', 'c', 'd', 'f', 'g', 'h', 'i'], previous);
    expect(squads.find(({ id }) => id === squadOfC)?.userIds).toEqual(['a', 'c']);
    expect(squads.flatMap(({ userIds }) => userIds).toSorted()).toEqual(['a', 'b', 'c', 'd', 'f', 'g', 'h', 'i']);
  });

  test('keeps the stored squad of a single member with a check-in', () => {
    const previous = firstRows(['a', 'b', 'c', 'd'], ['b']);
    const { squads, chains, formerSquads } = rebuild(['a', 'b', 'c'], previous);
    expect(squads.map(({ userIds }) => userIds)).toEqual([['a', 'c']]);
    expect(chains.map(({ userId }) => userId)).toEqual(['c']);
    expect(formerSquads).toEqual([]);
  });

  test('deletes a squad without members', () => {
    const { squads, formerSquads } = rebuild(['a', 'b'], firstRows(['a', 'b', 'c', 'd']));
    expect(squads).toEqual([]);
    expect(formerSquads).toEqual(['squad of a,c', 'squad of b,d']);
  });

  test('forms a squad without a check-in again, and keeps its id for the same members', () => {
    const previous = firstRows(['a', 'b', 'c', 'd', 'e', 'f']);
    const { squads } = rebuild(['a', 'b', 'c', 'd', 'e'], previous);
    expect(squads.map(({ id, userIds }) => [userIds, id]).toSorted()).toEqual([
      [['a', 'c', 'e'], 'squad of a,c,e'],
      [['b', 'd'], null],
    ]);
  });

  const history = fc.array(step, { minLength: 1, maxLength: 4 });
  const noGrudges = fc.constant(() => false);

  test.each([
    ['', noGrudges],
    [', with blocks', blockRelations],
  ])('changes nothing while no user joins, leaves or moves, whatever the check-ins%s', (_what, areBlocked) => {
    fc.assert(
      fc.property(history, areBlocked, (steps, isBlocked) => {
        const blockedPairs = pairsAmong(
          steps.flatMap(([people]) => people.map(({ userId }) => userId)),
          isBlocked,
        );
        let rows: ChainRow[] = [];
        for (const [population, coins] of steps) {
          const again = (previous: ChainRow[]) =>
            decideRebuild({ population, previous, colorsOfWeek: noColors, seed: SEED, blockedPairs });
          const built = again(rows);
          rows = stored(rows, built);
          for (const isMore of [false, true]) {
            if (isMore) rows = rows.map((row) => ({ ...row, hasCheckIn: row.hasCheckIn || coins.next().value }));
            const rebuilt = again(rows);
            expect(rebuilt).toMatchObject({ memberCount: rows.length, chains: [], leavers: [], formerSquads: [] });
            expect(rebuilt.squads.filter(({ id }) => id === null)).toEqual([]);
          }
        }
      }),
    );
  });

  test('keeps rows with a check-in, and forms squads of two or three of one colour', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let rows: ChainRow[] = [];
        for (const [population, coins] of steps) {
          const built = decideRebuild({
            population,
            previous: rows,
            colorsOfWeek: noColors,
            seed: SEED,
            blockedPairs: [],
          });
          const next = stored(rows, built);
          const checkedIn = rows.filter(({ hasCheckIn }) => hasCheckIn);
          expect(next.filter(({ hasCheckIn }) => hasCheckIn)).toEqual(checkedIn);
          expect(next.map(({ userId }) => userId)).toEqual(
            [...new Set([...population, ...checkedIn].map(({ userId }) => userId))].toSorted(),
          );
          for (const { id, teamColor, userIds } of built.squads) {
            const members = next.filter(({ userId }) => userIds.includes(userId));
            expect(members.map((member) => member.teamColor)).toEqual(userIds.map(() => teamColor));
            expect(new Set(members.map(({ squadId }) => squadId)).size).toBe(1);
            if (id === null) expect([2, 3]).toContain(userIds.length);
            expect(userIds.length).toBeGreaterThan(1);
          }
          const colorsBefore = new Map(rows.map(({ userId, teamColor }) => [userId, teamColor]));
          for (const { userId, teamColor } of next) expect(colorsBefore.get(userId) ?? teamColor).toBe(teamColor);
          rows = next.map((row) => ({ ...row, hasCheckIn: row.hasCheckIn || coins.next().value }));
        }
      }),
    );
  });

  test('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(step, populations(25), blockRelations, ([population, coins], later, areBlocked) => {
        const userIds = [...population, ...later].map(({ userId }) => userId);
        const blockedPairs = pairsAmong(userIds, areBlocked);
        const built = decideRebuild({ population, previous: [], colorsOfWeek: noColors, seed: SEED, blockedPairs: [] });
        const previous = stored([], built).map((row) => ({ ...row, hasCheckIn: coins.next().value }));
        const facts = { population: later, previous, colorsOfWeek: noColors, seed: SEED, blockedPairs };
        const turned = {
          ...facts,
          population: later.toReversed(),
          previous: previous.toReversed(),
          blockedPairs: blockedPairs.toReversed().map(({ one, other }) => ({ one: other, other: one })),
        };
        expect(decideRebuild(turned)).toEqual(decideRebuild(facts));
      }),
    );
  });
});

describe('blocked pairs', () => {
  const pairs = (...pairs: string[]): Pair[] => pairs.map((pair) => ({ one: pair[0] ?? '', other: pair[1] ?? '' }));
  const squadsOf = ({ squads }: Rebuild) => squads.map(({ userIds }) => userIds.join('')).toSorted();
  const linksOf = ({ chains }: Rebuild) =>
    chains.map(({ userId, beforeUserId, afterUserId }) => `${beforeUserId ?? '-'} < ${userId} > ${afterUserId ?? '-'}`);

  test('are not linked and not in one squad; all users still have both', () => {
    expect(squadsOf(rebuild([...'abcdefgh'], []))).toEqual(['ac', 'bd', 'eg', 'fh']);
    const rebuilt = rebuild([...'abcdefgh'], [], noColors, pairs('ab', 'ac'));
    expect(linksOf(rebuilt).slice(0, 4)).toEqual(['- < a > d', '- < b > c', 'b < c > d', 'c < d > e']);
    expect(squadsOf(rebuilt)).toEqual(['ae', 'bd', 'cg', 'fh']);
  });

  test('change links and squads, and an unblock restores them', () => {
    const before = firstRows([...'abcdef']);
    const withBlocks = rebuild([...'abcdef'], before, noColors, pairs('ac', 'bc'));
    expect(linksOf(withBlocks).slice(0, 3)).toEqual(['- < a > b', 'a < b > d', '- < c > d']);
    expect(squadsOf(withBlocks)).toEqual(['ae', 'bdf']);
    const after = stored(before, withBlocks);
    expect(stored(after, rebuild([...'abcdef'], after))).toEqual(before);
  });

  test('are not changed if both have checked in', () => {
    const before = firstRows([...'abcdef'], ['a', 'c']);
    const rebuilt = rebuild([...'abcdef'], before, noColors, pairs('ac'));
    expect(rebuilt).toMatchObject({ chains: [], leavers: [], formerSquads: [] });
    expect(squadsOf(rebuilt)).toEqual(['ace', 'bdf']);
  });

  test('leave the squad of a user who has checked in', () => {
    const before = firstRows([...'abcdefghij'], ['a']);
    expect(squadsOf(rebuild([...'abcdefghij'], before))).toEqual(['ace', 'bdf', 'gi', 'hj'].toSorted());
    const rebuilt = rebuild([...'abcdefghij'], before, noColors, pairs('ac'));
    expect(squadsOf(rebuilt)).toEqual(['ae', 'bdf', 'cgi', 'hj']);
    const rows = stored(before, rebuilt);
    expect(rows.find(({ userId }) => userId === 'a')).toEqual(before[0]);
    expect(rebuild([...'abcdefghij'], rows, noColors, pairs('ac'))).toMatchObject({ chains: [], formerSquads: [] });
  });

  test('keep the earlier of two in a squad with a check-in', () => {
    const before = firstRows([...'abcdefghij'], ['e']);
    expect(squadsOf(rebuild([...'abcdefghij'], before, noColors, pairs('ca')))).toEqual(['ae', 'bdf', 'cgi', 'hj']);
  });

  test('keep the stored squad of a single member with a check-in', () => {
    const before = firstRows([...'abcd'], ['a']);
    const rebuilt = rebuild([...'abcd'], before, noColors, pairs('ac'));
    expect(squadsOf(rebuilt)).toEqual(['bd']);
    expect(rebuilt.chains).toMatchObject([{ userId: 'c', beforeUserId: 'b', afterUserId: 'd', squad: null }]);
    expect(rebuilt.formerSquads).toEqual([]);
  });

  test('are never brought together by any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, blockRelations), { minLength: 1, maxLength: 4 }), (steps) => {
        let rows: ChainRow[] = [];
        for (const [[population, coins], areBlocked] of steps) {
          const userIds = [...population, ...rows].map(({ userId }) => userId);
          const blockedPairs = pairsAmong(userIds, areBlocked);
          const built = decideRebuild({ population, previous: rows, colorsOfWeek: noColors, seed: SEED, blockedPairs });
          const checkedIn = new Set(rows.filter(({ hasCheckIn }) => hasCheckIn).map(({ userId }) => userId));
          rows = stored(rows, built);
          const isBlocked = indexPairs(blockedPairs);
          const linked = rows
            .filter(({ userId }) => !checkedIn.has(userId))
            .flatMap((row) => [row.beforeUserId, row.afterUserId].map((other) => [row.userId, other ?? ''] as const));
          const together = built.squads.flatMap(({ userIds }) =>
            userIds.flatMap((one) => userIds.map((other) => [one, other] as const)),
          );
          const broughtTogether = [...linked, ...together].filter(
            ([one, other]) => isBlocked.get(one)?.has(other) && !(checkedIn.has(one) && checkedIn.has(other)),
          );
          expect(broughtTogether).toEqual([]);
          rows = rows.map((row) => ({ ...row, hasCheckIn: row.hasCheckIn || coins.next().value }));
        }
      }),
    );
  });
});
