import { seededRandom } from '#platform/seeded-random.ts';
import type { BattleResult, Winner } from '../battle.schema.ts';
import { robotPowerOf, type TeamWeek } from '../robot.rules.ts';

/** The members of a team and the total damage of its robot. */
export type Army = { members: number; damage: number };

export type Outcome = { red: Army; blue: Army; badGuyDamage: number; winner: Winner };

const ROUNDS = 5;
/** Maximum change of the damage of a round by luck, up or down. */
const SPREAD = 0.15;
/** The bad guy is slightly weaker than the mean of both teams, so that an even week beats him. */
const BAD_GUY_TENTHS = 9;

const SIDES = 3;

/** Returns the luck of a week from the end of its rounds on, from which the outcome is described. */
export function luckAfterRounds(weekStart: string): () => number {
  const draw = luckOf(weekStart);
  for (let drawn = 0; drawn < ROUNDS * SIDES; drawn++) draw();
  return draw;
}

const luckOf = (weekStart: string) => seededRandom(`battle ${weekStart}`);

/** Returns the power of the bad guy: round(0.9 × the mean of both powers), at least 1. */
export function badGuyPowerOf(redRobotPower: number, blueRobotPower: number): number {
  return Math.max(1, Math.round((BAD_GUY_TENTHS * (redRobotPower + blueRobotPower)) / 20));
}

/**
 * Fights the battle of a week. Deterministic: the week is the seed of all luck.
 *
 * Each side deals its power in each of five rounds, changed by luck of up to 15 %. The team with more damage in total wins; equal
 * damage is a tie. So the stronger robot wins most weeks, and always wins if it is stronger by 36 % or more. Luck depends on the
 * week and the colour only: another chip never harms a team.
 *
 * `describe` writes the final outcome, with the generator of the week as its source of choices.
 */
export function fight(
  weekStart: string,
  red: TeamWeek,
  blue: TeamWeek,
  describe: (outcome: Outcome, draw: () => number) => string,
): { winner: Winner; battleResult: BattleResult } {
  const draw = luckOf(weekStart);
  const redRobotPower = robotPowerOf(red);
  const blueRobotPower = robotPowerOf(blue);
  const badGuyPower = badGuyPowerOf(redRobotPower, blueRobotPower);
  // The order of the draws decides the result of a week. Never change it.
  const rounds = Array.from({ length: ROUNDS }, (_, index) => ({
    round: index + 1,
    redDamage: damageOf(redRobotPower, draw()),
    blueDamage: damageOf(blueRobotPower, draw()),
    badGuyDamage: damageOf(badGuyPower, draw()),
  }));
  const total = (side: 'redDamage' | 'blueDamage' | 'badGuyDamage') =>
    rounds.reduce((sum, round) => sum + round[side], 0);
  const redArmy: Army = { members: red.members, damage: total('redDamage') };
  const blueArmy: Army = { members: blue.members, damage: total('blueDamage') };
  const winner = winnerOf(redArmy.damage, blueArmy.damage);
  const finalOutcome = describe({ red: redArmy, blue: blueArmy, badGuyDamage: total('badGuyDamage'), winner }, draw);
  return { winner, battleResult: { redRobotPower, blueRobotPower, badGuyPower, rounds, finalOutcome } };
}

/** Returns the damage of one round. Luck is from 0 to 1. */
function damageOf(power: number, luck: number): number {
  return Math.round(power * (1 - SPREAD + 2 * SPREAD * luck));
}

function winnerOf(redDamage: number, blueDamage: number): Winner {
  if (redDamage === blueDamage) return 'tie';
  return redDamage > blueDamage ? 'red' : 'blue';
}
