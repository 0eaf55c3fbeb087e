import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { robotPowerOf, type TeamWeek } from '../robot.rules.ts';
import { badGuyPowerOf, fight as fightWith } from './fight.rules.ts';
import { describeOutcome } from './outcome.template.ts';

const fight = (weekStart: string, red: TeamWeek, blue: TeamWeek) => fightWith(weekStart, red, blue, describeOutcome);

const members = fc.oneof(fc.nat(12), fc.nat(1_000_000));
/** A user earns at most two chips a day. */
const team = members.chain((count) => fc.record({ members: fc.constant(count), chips: fc.nat(14 * count) }));
const week = fc.nat(400_000).map(weekAt);
const WEEKS = Array.from({ length: 2_000 }, (_, index) => weekAt(index));

describe('robot power', () => {
  test.each([
    { chips: 0, members: 0, power: 0, because: 'without members there is no robot' },
    { chips: 7, members: 0, power: 0, because: 'chips alone build none' },
    { chips: 0, members: 1, power: 5, because: 'a member counts 5' },
    { chips: 1, members: 1, power: 35, because: '10 for the chip, 5 for the member, 20 for a chip each' },
    { chips: 14, members: 1, power: 425, because: 'this is a perfect week of one' },
    { chips: 1, members: 3, power: 31, because: '10 + 15 + 6.67, rounded down' },
    { chips: 3, members: 5, power: 67, because: '30 + 25 + 12' },
    { chips: 29, members: 100, power: 795, because: '290 + 500 + 5.8, rounded down' },
    { chips: 10, members: 200, power: 1_101, because: '100 + 1,000 + 1' },
    { chips: 14_000_000, members: 1_000_000, power: 145_000_280, because: 'a million in a perfect week fit a column' },
  ])('is $power with $chips chips of $members members: $because', ({ chips, members, power }) => {
    expect(robotPowerOf({ chips, members })).toBe(power);
  });

  test('is exact: the floor never loses a point to a binary fraction', () => {
    const exact = (chips: number, count: number) =>
      BigInt(chips) * 10n + BigInt(count) * 5n + (BigInt(chips) * 20n) / BigInt(count);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(14_000_000), (count, chips) => {
        expect(BigInt(robotPowerOf({ chips, members: count }))).toBe(exact(chips, count));
      }),
    );
    const wrong: TeamWeek[] = [];
    for (let count = 1; count <= 200; count++) {
      for (let chips = 0; chips <= 400; chips++) {
        const one = { chips, members: count };
        if (BigInt(robotPowerOf(one)) !== exact(chips, count)) wrong.push(one);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('grows with each chip', () => {
    fc.assert(
      fc.property(team, (one) => {
        fc.pre(one.members > 0);
        expect(robotPowerOf({ ...one, chips: one.chips + 1 })).toBeGreaterThan(robotPowerOf(one));
      }),
    );
  });
});

describe('power of the bad guy', () => {
  test.each([
    { red: 0, blue: 0, power: 1, because: 'the minimum is 1' },
    { red: 1, blue: 0, power: 1, because: '0.45 is raised to 1' },
    { red: 5, blue: 5, power: 5, because: '4.5 is rounded up' },
    { red: 100, blue: 100, power: 90, because: 'it is 0.9 of both' },
    { red: 100, blue: 50, power: 68, because: '0.9 of 75 is 67.5' },
    { red: 1_420, blue: 1_398, power: 1_268, because: '1,268.1 is rounded down' },
    { red: 145_000_280, blue: 0, power: 65_250_126, because: 'a side may be empty' },
  ])('is $power against $red and $blue: $because', ({ red, blue, power }) => {
    expect(badGuyPowerOf(red, blue)).toBe(power);
  });
});

describe('battle', () => {
  test('of a week never changes', () => {
    expect(fight('2026-11-16', { chips: 120, members: 20 }, { chips: 118, members: 20 })).toEqual({
      winner: 'red',
      battleResult: {
        redRobotPower: 1_420,
        blueRobotPower: 1_398,
        badGuyPower: 1_268,
        rounds: [
          { round: 1, redDamage: 1_419, blueDamage: 1_489, badGuyDamage: 1_323 },
          { round: 2, redDamage: 1_377, blueDamage: 1_247, badGuyDamage: 1_112 },
          { round: 3, redDamage: 1_587, blueDamage: 1_347, badGuyDamage: 1_234 },
          { round: 4, redDamage: 1_299, blueDamage: 1_216, badGuyDamage: 1_371 },
          { round: 5, redDamage: 1_366, blueDamage: 1_569, badGuyDamage: 1_298 },
        ],
        finalOutcome:
          'One more check-in might have turned it, but Red edges out Blue, 7,048 to 6,868. ' +
          'The Couch Colossus never stood a chance against the two of them.',
      },
    });
  });

  test('is deterministic, with five rounds and integer damage near the power of each side', () => {
    fc.assert(
      fc.property(week, team, team, (weekStart, red, blue) => {
        const { winner, battleResult } = fight(weekStart, red, blue);
        expect(fight(weekStart, red, blue)).toEqual({ winner, battleResult });
        expect(battleResult.rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5]);
        for (const { redDamage, blueDamage, badGuyDamage } of battleResult.rounds) {
          expectNear(redDamage, battleResult.redRobotPower);
          expectNear(blueDamage, battleResult.blueRobotPower);
          expectNear(badGuyDamage, battleResult.badGuyPower);
        }
      }),
    );
  });

  test('is won by the team with more damage, and tied if equal', () => {
    fc.assert(
      fc.property(week, team, team, (weekStart, red, blue) => {
        const { winner, battleResult } = fight(weekStart, red, blue);
        const lead = battleResult.rounds.reduce((sum, round) => sum + round.redDamage - round.blueDamage, 0);
        expect(winner).toBe(lead === 0 ? 'tie' : lead > 0 ? 'red' : 'blue');
      }),
    );
  });

  test('is never lost by a robot that is stronger by 36 %', () => {
    fc.assert(
      fc.property(week, team, team, (weekStart, red, blue) => {
        const { winner, battleResult } = fight(weekStart, red, blue);
        const [weaker, power] =
          battleResult.redRobotPower > battleResult.blueRobotPower
            ? (['blue', battleResult.redRobotPower / battleResult.blueRobotPower] as const)
            : (['red', battleResult.blueRobotPower / battleResult.redRobotPower] as const);
        fc.pre(power >= 1.36);
        expect(winner).not.toBe(weaker);
      }),
    );
  });

  test('is never lost by another chip', () => {
    fc.assert(
      fc.property(week, team, team, (weekStart, red, blue) => {
        fc.pre(red.members > 0);
        const rank = { blue: 0, tie: 1, red: 2 };
        const before = fight(weekStart, red, blue).winner;
        const more = fight(weekStart, { ...red, chips: red.chips + 1 }, blue).winner;
        expect(rank[more]).toBeGreaterThanOrEqual(rank[before]);
      }),
    );
  });

  test('is a tie without members, and won by a single team', () => {
    const empty: TeamWeek = { chips: 0, members: 0 };
    const one: TeamWeek = { chips: 0, members: 1 };
    for (const weekStart of WEEKS.slice(0, 50)) {
      expect(fight(weekStart, empty, empty).winner).toBe('tie');
      expect(fight(weekStart, one, empty).winner).toBe('red');
      expect(fight(weekStart, empty, one).winner).toBe('blue');
    }
  });

  test('of equal teams is won equally often over the weeks', () => {
    expect(winsOfRed({ chips: 100, members: 10 }, { chips: 100, members: 10 })).toBeGreaterThan(900);
    expect(winsOfRed({ chips: 100, members: 10 }, { chips: 100, members: 10 })).toBeLessThan(1_100);
  });

  test('is won by the stronger team in most weeks, but not in all', () => {
    for (const red of [105, 95]) {
      const winsOfStronger =
        red > 100
          ? winsOfRed({ chips: red, members: 10 }, HUNDRED)
          : 2_000 - winsOfRed({ chips: red, members: 10 }, HUNDRED);
      expect(winsOfStronger).toBeGreaterThan(1_400);
      expect(winsOfStronger).toBeLessThan(1_950);
    }
  });
});

const HUNDRED: TeamWeek = { chips: 100, members: 10 };

function winsOfRed(red: TeamWeek, blue: TeamWeek): number {
  return WEEKS.filter((weekStart) => fight(weekStart, red, blue).winner === 'red').length;
}

function expectNear(damage: number, power: number): void {
  expect(Number.isSafeInteger(damage)).toBe(true);
  expect(damage).toBeGreaterThanOrEqual(Math.round(power * 0.85) - 1);
  expect(damage).toBeLessThanOrEqual(Math.round(power * 1.15) + 1);
  expect(damage).toBeGreaterThanOrEqual(0);
}

/** The Monday this many weeks after the first of 1970. */
function weekAt(index: number): string {
  return new Date(Date.UTC(1970, 0, 5 + 7 * index)).toISOString().slice(0, 10);
}
