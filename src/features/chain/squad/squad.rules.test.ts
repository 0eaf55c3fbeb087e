import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canJoin, indexPairs } from '../blocked-pairs.rules.ts';
import { blockRelations, pairsAmong } from '../test-population.ts';
import { formSquads, formSquadsWithBlocks } from './squad.rules.ts';

const sizesOf = (count: number) =>
  formSquads(Array.from({ length: count }, (_, index) => String(index))).map(({ length }) => length);

describe('squads', () => {
  test.each([
    [0, []],
    [1, []],
    [2, [2]],
    [3, [3]],
    [4, [2, 2]],
    [5, [3, 2]],
    [6, [3, 3]],
    [7, [3, 2, 2]],
    [8, [3, 3, 2]],
    [9, [3, 3, 3]],
    [10, [3, 3, 2, 2]],
  ])('of %d users have %j members', (count, sizes) => {
    expect(sizesOf(count)).toEqual(sizes);
  });

  test('keep the order, and leave out a single user only', () => {
    for (let count = 2; count < 100; count += 1) {
      const people = Array.from({ length: count }, (_, index) => `user-${index}`);
      const squads = formSquads(people);
      expect(squads.flat()).toEqual(people);
      expect(squads.every(({ length }) => length === 2 || length === 3)).toBe(true);
      expect(squads.filter(({ length }) => length === 2).length).toBe((3 - (count % 3)) % 3);
    }
  });
});

describe('squads with blocks', () => {
  const noneFrozen = new Map<string, string>();
  const formed = (people: string, ...pairs: string[]) =>
    formSquadsWithBlocks(
      [...people],
      noneFrozen,
      indexPairs(pairs.map((pair) => ({ one: pair[0] ?? '', other: pair[1] ?? '' }))),
    ).map((squad) => squad.join(''));

  test.each<[string, string[], string[]]>([
    ['ab', ['ab'], []],
    ['abc', ['ab'], ['ac']],
    ['abc', ['ab', 'ac'], ['bc']],
    ['abc', ['ab', 'ac', 'bc'], []],
    ['abcd', ['cd'], ['ac', 'bd']],
    ['abcd', ['ad', 'bd'], ['ab', 'cd']],
    ['abcd', ['ab', 'ac', 'ad'], ['bcd']],
    ['abcde', ['de'], ['abd', 'ce']],
    ['abcdef', ['ab', 'de'], ['acd', 'bef']],
    ['abcdefghijkl', ['bc', 'kl'], ['abd', 'cef', 'ghk', 'ijl']],
    ['abcdefghijkl', ['ab', 'ac', 'ad', 'ae', 'af', 'ag', 'ah', 'ai', 'aj', 'ak', 'al'], ['bcd', 'efg', 'hij', 'kl']],
  ])('of %s with blocks %j are %j', (people, pairs, squads) => {
    expect(formed(people, ...pairs)).toEqual(squads);
  });

  const crowd = fc
    .nat(40)
    .map((count) => Array.from({ length: count }, (_, index) => `user-${String(index).padStart(3, '0')}`));

  test('equal the squads without blocks if no blocked pair meets', () => {
    fc.assert(
      fc.property(crowd, (people) => {
        const blockedPairs = indexPairs(people.map((one) => ({ one, other: 'user-elsewhere' })));
        expect(formSquadsWithBlocks(people, noneFrozen, blockedPairs)).toEqual(formSquads(people));
      }),
    );
  });

  test('contain each user once and no blocked pair; two single users are always blocked', () => {
    fc.assert(
      fc.property(crowd, blockRelations, (people, areBlocked) => {
        const blockedPairs = indexPairs(pairsAmong(people, areBlocked));
        const squads = formSquadsWithBlocks(people, noneFrozen, blockedPairs);
        const members = squads.flat();
        expect(new Set(members).size).toBe(members.length);
        for (const squad of squads) {
          expect([2, 3]).toContain(squad.length);
          for (const userId of squad) expect(canJoin(userId, squad, blockedPairs)).toBe(true);
        }
        const alone = people.filter((userId) => !members.includes(userId));
        for (const userId of alone) {
          const others = alone.filter((other) => other !== userId);
          expect(others.filter((other) => canJoin(other, [userId], blockedPairs))).toEqual([]);
        }
      }),
    );
  });

  test('do not change when some of them are frozen', () => {
    fc.assert(
      fc.property(crowd, blockRelations, fc.infiniteStream(fc.boolean()), (people, areBlocked, coins) => {
        const blockedPairs = indexPairs(pairsAmong(people, areBlocked));
        const squads = formSquadsWithBlocks(people, noneFrozen, blockedPairs);
        const alone = people.filter((userId) => !squads.flat().includes(userId)).map((userId) => [userId]);
        const settling = [...squads, ...alone].filter(() => coins.next().value);
        const frozen = new Map(settling.flatMap((squad) => squad.map((userId) => [userId, squad.join()] as const)));
        expect(formSquadsWithBlocks(people, frozen, blockedPairs)).toEqual(
          squads.filter((squad) => !settling.includes(squad)),
        );
      }),
    );
  });
});
