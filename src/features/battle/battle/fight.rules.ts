import { seededRandom } from '../../../platform/seeded-random.ts';
import { type Army, notifyOutcome, type Winner } from './outcome.template.ts';

/** What a team brings: the chips of its week, and how many people were in a chain of its colour in that week. */
export type TeamWeek = { chips: number; members: number };

export type BattleRound = { round: number; redDamage: number; blueDamage: number; badGuyDamage: number };

export type BattleResult = {
  redRobotPower: number;
  blueRobotPower: number;
  badGuyPower: number;
  rounds: BattleRound[];
  finalOutcome: string;
};

const ROUNDS = 5;
/** By how much luck changes what a robot deals in a round, up or down. */
const SPREAD = 0.15;
/** The bad guy is a little weaker than the teams are together on average, so that an even week beats him. */
const BAD_GUY_TENTHS = 9;

/**
 * The power of a team's robot, a whole number: floor(chips × 10 + members × 5 + (chips / members) × 20), and 0 without
 * members. Chips and members are whole numbers from 0.
 */
export function robotPowerOf({ chips, members }: TeamWeek): number {
  if (members === 0) return 0;
  return Math.floor(chips * 10 + members * 5 + (chips / members) * 20);
}

/** The power of the bad guy: round(0.9 × the mean of both powers), halves up, and at least 1. */
export function badGuyPowerOf(redRobotPower: number, blueRobotPower: number): number {
  return Math.max(1, Math.round((BAD_GUY_TENTHS * (redRobotPower + blueRobotPower)) / 20));
}

/**
 * The battle of a week, the same whenever and wherever it is fought: the week is the seed of all luck. In each of five rounds
 * each side deals its power, changed by luck of up to 15 % either way. The team that dealt more in all wins; equal is a tie.
 * So the stronger robot wins most weeks, and never loses where it is stronger by 36 % or more. Luck belongs to the colours
 * of a week and not to what they bring: a chip more never does harm.
 */
export function fight(
  weekStart: string,
  red: TeamWeek,
  blue: TeamWeek,
): { winner: Winner; battleResult: BattleResult } {
  const draw = seededRandom(`battle ${weekStart}`);
  const redRobotPower = robotPowerOf(red);
  const blueRobotPower = robotPowerOf(blue);
  const badGuyPower = badGuyPowerOf(redRobotPower, blueRobotPower);
  // The order of the draws is part of what a week decides: it never changes.
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
  const finalOutcome = notifyOutcome(
    { red: redArmy, blue: blueArmy, badGuyDamage: total('badGuyDamage'), winner },
    draw,
  );
  return { winner, battleResult: { redRobotPower, blueRobotPower, badGuyPower, rounds, finalOutcome } };
}

/** What a side deals in one round; luck is drawn from 0 to 1. */
function damageOf(power: number, luck: number): number {
  return Math.round(power * (1 - SPREAD + 2 * SPREAD * luck));
}

function winnerOf(redDamage: number, blueDamage: number): Winner {
  if (redDamage === blueDamage) return 'tie';
  return redDamage > blueDamage ? 'red' : 'blue';
}
