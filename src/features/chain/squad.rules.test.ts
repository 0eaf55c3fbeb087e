import { describe, expect, test } from 'vitest';
import { formSquads } from './squad.rules.ts';

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
