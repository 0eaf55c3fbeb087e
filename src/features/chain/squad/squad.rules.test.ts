import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canJoin, indexPairs } from '../blocked-pairs.rules.ts';
import { grudges, pairsAmong } from '../test-population.ts';
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
  ])('of %d people have %j members', (count, sizes) => {
    expect(sizesOf(count)).toEqual(sizes);
  });

  test('hold everybody in their order, and only one person alone is left out', () => {
    for (let count = 2; count < 100; count += 1) {
      const people = Array.from({ length: count }, (_, index) => `user-${index}`);
      const squads = formSquads(people);
      expect(squads.flat()).toEqual(people);
      expect(squads.every(({ length }) => length === 2 || length === 3)).toBe(true);
      expect(squads.filter(({ length }) => length === 2).length).toBe((3 - (count % 3)) % 3);
    }
  });
});

describe('squads of people of whom some are kept apart', () => {
  const nobodySettled = new Map<string, string>();
  const formed = (people: string, ...pairs: string[]) =>
    formSquadsWithBlocks(
      [...people],
      nobodySettled,
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
  ])('of %s, kept apart %j, are %j', (people, pairs, squads) => {
    expect(formed(people, ...pairs)).toEqual(squads);
  });

  const crowd = fc
    .nat(40)
    .map((count) => Array.from({ length: count }, (_, index) => `user-${String(index).padStart(3, '0')}`));

  test('are those of everybody, where nobody meets whom they are kept apart from', () => {
    fc.assert(
      fc.property(crowd, (people) => {
        const apart = indexPairs(people.map((one) => ({ one, other: 'user-elsewhere' })));
        expect(formSquadsWithBlocks(people, nobodySettled, apart)).toEqual(formSquads(people));
      }),
    );
  });

  test('hold nobody twice and nobody with whom they are kept apart from, and leave two alone only if they are', () => {
    fc.assert(
      fc.property(crowd, grudges, (people, areBlocked) => {
        const apart = indexPairs(pairsAmong(people, areBlocked));
        const squads = formSquadsWithBlocks(people, nobodySettled, apart);
        const members = squads.flat();
        expect(new Set(members).size).toBe(members.length);
        for (const squad of squads) {
          expect([2, 3]).toContain(squad.length);
          for (const userId of squad) expect(canJoin(userId, squad, apart)).toBe(true);
        }
        const alone = people.filter((userId) => !members.includes(userId));
        for (const userId of alone) {
          const others = alone.filter((other) => other !== userId);
          expect(others.filter((other) => canJoin(other, [userId], apart))).toEqual([]);
        }
      }),
    );
  });

  test('stay the same when some of them settle', () => {
    fc.assert(
      fc.property(crowd, grudges, fc.infiniteStream(fc.boolean()), (people, areBlocked, coins) => {
        const apart = indexPairs(pairsAmong(people, areBlocked));
        const squads = formSquadsWithBlocks(people, nobodySettled, apart);
        const alone = people.filter((userId) => !squads.flat().includes(userId)).map((userId) => [userId]);
        const settling = [...squads, ...alone].filter(() => coins.next().value);
        const settled = new Map(settling.flatMap((squad) => squad.map((userId) => [userId, squad.join()] as const)));
        expect(formSquadsWithBlocks(people, settled, apart)).toEqual(
          squads.filter((squad) => !settling.includes(squad)),
        );
      }),
    );
  });
});
