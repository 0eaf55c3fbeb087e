import { describe, expect, test } from 'vitest';
import { seededRandom } from '#platform/seeded-random.ts';
import type { Army, Outcome } from './fight.rules.ts';
import { describeOutcome } from './outcome.template.ts';

const BAD_GUYS =
  /Couch Colossus|Captain Tomorrow|Snooze Titan|Baron von Excuse|Doctor Doomscroll|Great Procrastinator|Count Comfort|Midnight Snacker/;

const army = (damage: number, members = 10): Army => ({ damage, members });

const outcome = (red: Army, blue: Army, badGuyDamage: number): Outcome => ({
  red,
  blue,
  badGuyDamage,
  winner: red.damage === blue.damage ? 'tie' : red.damage > blue.damage ? 'red' : 'blue',
});

/** Returns all wordings of an outcome. */
const wordingsOf = (outcomeOfCase: Outcome): string[] => [
  ...new Set(Array.from({ length: 400 }, (_, seed) => describeOutcome(outcomeOfCase, seededRandom(String(seed))))),
];

const CASES: [string, Outcome, RegExp][] = [
  ['a whisker', outcome(army(1_000), army(996), 800), /whisker|last punch|edges out/],
  ['just within a whisker', outcome(army(950), army(1_000), 800), /whisker|last punch|edges out/],
  ['a clear lead', outcome(army(949), army(1_000), 800), /wins the week|strong week|fought better/],
  ['just no landslide', outcome(army(1_000), army(751), 700), /wins the week|strong week|fought better/],
  ['a landslide', outcome(army(1_000), army(750), 700), /storms|stop Red|landslide/],
  ['a tie', outcome(army(1_000), army(1_000), 900), /Not a scratch|A tie|1,000 all/],
  ['a bad guy beaten by both', outcome(army(1_200), army(1_000), 999), /Both robots|the two of them|Shoulder/],
  ['a bad guy beaten by red', outcome(army(1_200), army(1_000), 1_000), /sent flying|got past Blue|Red alone/],
  ['a bad guy beaten by blue', outcome(army(900), army(1_200), 1_000), /sent flying|got past Red|Blue alone/],
  ['an unbeaten bad guy', outcome(army(1_000), army(1_000), 1_000), /laughs last|still standing|beat them both/],
  ['blue alone', outcome(army(0, 0), army(500), 300), /^Blue had the field to itself, dealt 500, and/],
  ['red alone', outcome(army(500), army(0, 0), 300), /^Red had the field to itself, dealt 500, and/],
  [
    'a bad guy beaten by blue and equalled by red',
    outcome(army(1_000), army(1_200), 1_000),
    /Blue brought down .*; Red was|got past Red, but not past Blue|Blue alone/,
  ],
  ['no members', outcome(army(0, 0), army(0, 0), 5), /^No team took the field/],
];

describe('outcome of a battle', () => {
  test.each(CASES)('describes %s', (_what, outcomeOfCase, expected) => {
    for (const text of wordingsOf(outcomeOfCase)) expect(text).toMatch(expected);
  });

  test.each(CASES)('describes %s in several ways, each a complete text with the bad guy', (_what, outcomeOfCase) => {
    const texts = wordingsOf(outcomeOfCase);
    expect(texts.length).toBeGreaterThanOrEqual(8);
    for (const text of texts) {
      expect(text).toMatch(BAD_GUYS);
      expect(text).toMatch(/^[A-Z1].*[.!]$/);
      expect(text).not.toMatch(/[{}]|undefined|NaN| {2}|\.\./);
    }
  });

  test('names the winner first and the loser second, with their damage', () => {
    const texts = wordingsOf(outcome(army(1_234), army(12_345), 1));
    for (const text of texts) {
      expect(text).toContain('12,345 to 1,234');
      expect(text).not.toContain('Red storms');
    }
    expect(texts.some((text) => text.startsWith('A landslide for Blue: 12,345 to 1,234. Red has a score'))).toBe(true);
  });

  test('starts sentences with a capital letter for every bad guy', () => {
    for (const text of wordingsOf(outcome(army(1_000), army(1_000), 1_000))) {
      expect(text).not.toMatch(/[.!] the [A-Z]/);
    }
  });
});
