import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TeamColor } from '../chain.rules.ts';
import { assignColors } from './team-color.rules.ts';

const people = (...userIds: string[]) => userIds.map((userId) => ({ userId }));
const NO_COLORS = new Map<string, TeamColor>();

/** A seed by which ties go to red, and one by which they go to blue. */
const RED_SEED = seedOf('red');
const BLUE_SEED = seedOf('blue');

function seedOf(color: TeamColor): string {
  const seeds = Array.from({ length: 100 }, (_, number) => `group ${number}`);
  return seeds.find((seed) => assignColors(people('a'), NO_COLORS, seed)[0]?.teamColor === color) ?? '';
}

const colorsOf = (userIds: string[], current: Record<string, TeamColor>, seed = RED_SEED) =>
  assignColors(people(...userIds), new Map(Object.entries(current)), seed)
    .map(({ teamColor }) => teamColor[0])
    .join('');

describe('colours', () => {
  test.each<[string, string[], Record<string, TeamColor>, string]>([
    ['without members', [], {}, ''],
    ['alternate among newcomers', ['a', 'b', 'c', 'd', 'e'], {}, 'rbrbr'],
    ['are kept', ['a', 'b', 'c'], { a: 'blue', b: 'blue', c: 'blue' }, 'bbb'],
    ['of new members balance kept colours', ['a', 'b', 'c', 'd', 'e'], { b: 'red', e: 'red' }, 'brbrr'],
    ['of new members balance colours of later members', ['a', 'b', 'c'], { b: 'blue', c: 'blue' }, 'rbb'],
    ['count those who are there', ['a', 'b'], { x: 'red', y: 'red', z: 'red' }, 'rb'],
  ])('%s', (_what, userIds, current, expected) => {
    expect(colorsOf(userIds, current)).toBe(expected);
  });

  test('start with the colour of the seed on a tie', () => {
    expect(colorsOf(['a', 'b', 'c'], {}, BLUE_SEED)).toBe('brb');
    expect(colorsOf(['a', 'b', 'c'], { a: 'red', b: 'blue' }, BLUE_SEED)).toBe('rbb');
  });

  // Nodes of two versions side by side must draw alike, so that the draw is part of the interface between them.
  test.each([
    ['["berlin","berlin","de"] 2026-11-16', 'red'],
    ['["berlin","berlin","de"] 2026-11-23', 'blue'],
    ['["oslo"] 2026-11-16', 'red'],
    ['group 1', 'red'],
    ['group 2', 'blue'],
    ['group 3', 'blue'],
  ])('of a tie with the seed %s start with %s in every version', (seed, color) => {
    expect(assignColors(people('a'), NO_COLORS, seed)).toEqual([{ userId: 'a', teamColor: color }]);
  });

  test('keep other fields and the order of members', () => {
    const members = [
      { userId: 'b', windows: 1 },
      { userId: 'a', windows: 2 },
    ];
    expect(assignColors(members, NO_COLORS, RED_SEED)).toEqual([
      { userId: 'b', windows: 1, teamColor: 'red' },
      { userId: 'a', windows: 2, teamColor: 'blue' },
    ]);
  });

  test('split a group in half, and never increase the difference of kept colours', () => {
    const color = fc.option(fc.constantFrom<TeamColor>('red', 'blue'));
    fc.assert(
      fc.property(fc.array(color, { maxLength: 40 }), fc.string(), (colors, seed) => {
        const members = colors.map((_, index) => ({ userId: String(index) }));
        const current = new Map(colors.flatMap((color, index) => (color ? [[String(index), color]] : [])));
        const assigned = assignColors(members, current, seed);
        const lead = (list: readonly (TeamColor | null)[]) =>
          Math.abs(list.filter((one) => one === 'red').length - list.filter((one) => one === 'blue').length);
        const newcomers = colors.length - current.size;
        const expected = newcomers < lead(colors) ? lead(colors) - newcomers : (newcomers - lead(colors)) % 2;
        expect(lead(assigned.map(({ teamColor }) => teamColor))).toBe(expected);
        for (const { userId, teamColor } of assigned) expect(current.get(userId) ?? teamColor).toBe(teamColor);
      }),
    );
  });

  test('of single users in many groups and weeks are about even', () => {
    for (const seedAt of [
      (index: number) => `["city ${index}"] 2026-11-16`,
      (index: number) => `["berlin","berlin","de"] ${new Date(index * 7 * 86_400_000).toISOString().slice(0, 10)}`,
    ]) {
      const reds = Array.from({ length: 2_000 }, (_, index) =>
        assignColors(people('a'), NO_COLORS, seedAt(index)),
      ).filter(([one]) => one?.teamColor === 'red');
      expect(Math.abs(reds.length - 1_000)).toBeLessThan(150);
    }
  });
});
