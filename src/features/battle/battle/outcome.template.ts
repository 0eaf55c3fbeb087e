import { BAD_GUYS, type BadGuy } from '../battle.schema.ts';
import type { Outcome } from './fight.rules.ts';

const NAMES: Readonly<Record<BadGuy, string>> = {
  couch_colossus: 'the Couch Colossus',
  captain_tomorrow: 'Captain Tomorrow',
  snooze_titan: 'the Snooze Titan',
  baron_von_excuse: 'Baron von Excuse',
  doctor_doomscroll: 'Doctor Doomscroll',
  great_procrastinator: 'the Great Procrastinator',
  count_comfort: 'Count Comfort',
  midnight_snacker: 'the Midnight Snacker',
};

/** Maximum margin of a close result and minimum margin of a landslide, in percent of the winner's damage. */
const CLOSE = 5;
const LANDSLIDE = 25;

const DECIDED = {
  close: [
    '{Winner} takes it by a whisker, {more} to {less}.',
    'It came down to the last punch: {Winner} wins, {more} to {less}.',
    'One more check-in might have turned it, but {Winner} edges out {Loser}, {more} to {less}.',
  ],
  clear: [
    '{Winner} wins the week, {more} to {less}.',
    'A strong week for {Winner}: {more} to {less}, and {Loser} knows what to do on Monday.',
    '{Loser} fought well, {Winner} fought better: {more} to {less}.',
  ],
  landslide: [
    '{Winner} storms through the week, {more} to {less}!',
    'Nothing could stop {Winner}: {more} to {less}.',
    'A landslide for {Winner}: {more} to {less}. {Loser} has a score to settle.',
  ],
} as const;

const TIED = [
  'Not a scratch between them: both robots dealt {more}.',
  'A tie! Red and Blue dealt {more} each, to the point.',
  '{more} all. Next week will have to decide it.',
] as const;

const AGAINST_BAD_GUY = {
  both: [
    'Both robots brought down {badGuy}.',
    '{BadGuy} never stood a chance against the two of them.',
    'Shoulder to shoulder they sent {badGuy} home.',
  ],
  one: [
    '{Victor} brought down {badGuy}; {Other} was sent flying.',
    '{BadGuy} got past {Other}, but not past {Victor}.',
    '{Victor} alone stood up to {badGuy}.',
  ],
  none: [
    '{BadGuy} laughs last this time, and will be back.',
    'But {badGuy} is still standing: there is work to do.',
    '{BadGuy} beat them both. Next week, then.',
  ],
} as const;

const NO_MEMBERS = 'No team took the field, and {badGuy} had the week to himself.';
const UNOPPOSED = '{Winner} had the field to itself, dealt {more}, and brought down {badGuy} alone.';

/** Draws the bad guy of a week: the first that is drawn after its rounds. */
export function drawBadGuy(draw: () => number): BadGuy {
  return pick(BAD_GUYS, draw);
}

/** Describes the outcome of a battle in one or two sentences. `draw` chooses the bad guy and the wording. */
export function describeOutcome(outcome: Outcome, draw: () => number): string {
  const { red, blue, badGuyDamage, winner } = outcome;
  const badGuy = NAMES[drawBadGuy(draw)];
  const opening = pick(openingsOf(outcome), draw);
  const ending = pick(endingsOf(outcome), draw);
  const isBlueAhead = winner === 'blue';
  const hasRedBeatenBadGuy = red.damage > badGuyDamage;
  const words: Record<string, string> = {
    Winner: isBlueAhead ? 'Blue' : 'Red',
    Loser: isBlueAhead ? 'Red' : 'Blue',
    Victor: hasRedBeatenBadGuy ? 'Red' : 'Blue',
    Other: hasRedBeatenBadGuy ? 'Blue' : 'Red',
    more: Math.max(red.damage, blue.damage).toLocaleString('en'),
    less: Math.min(red.damage, blue.damage).toLocaleString('en'),
    badGuy,
    BadGuy: `${badGuy.charAt(0).toUpperCase()}${badGuy.slice(1)}`,
  };
  const text = textOf(red.members, blue.members, `${opening} ${ending}`);
  return text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
}

function textOf(redMembers: number, blueMembers: number, ofBothSides: string): string {
  if (redMembers === 0 && blueMembers === 0) return NO_MEMBERS;
  return redMembers === 0 || blueMembers === 0 ? UNOPPOSED : ofBothSides;
}

function openingsOf({ red, blue, winner }: Outcome): readonly string[] {
  if (winner === 'tie') return TIED;
  const margin = (100 * Math.abs(red.damage - blue.damage)) / Math.max(red.damage, blue.damage);
  if (margin >= LANDSLIDE) return DECIDED.landslide;
  return margin <= CLOSE ? DECIDED.close : DECIDED.clear;
}

/** A robot beats the bad guy if it deals more damage than he does. */
function endingsOf({ red, blue, badGuyDamage }: Outcome): readonly string[] {
  const beaten = [red, blue].filter(({ damage }) => damage > badGuyDamage).length;
  if (beaten === 2) return AGAINST_BAD_GUY.both;
  return beaten === 1 ? AGAINST_BAD_GUY.one : AGAINST_BAD_GUY.none;
}

function pick<Choice>(choices: readonly Choice[], draw: () => number): Choice {
  const choice = choices[Math.floor(draw() * choices.length)];
  if (choice === undefined) throw new RangeError('No choices.');
  return choice;
}
