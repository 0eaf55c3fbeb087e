import { describe, expect, test } from 'vitest';
import { computeStandings, dailyStatsOf, type Standings, type WeekCounts } from './standings.rules.ts';

const MONDAY = '2026-11-16';

const CASES: { what: string; tally: WeekCounts; red: Standings['red']; blue: Standings['blue'] }[] = [
  {
    what: 'no members',
    tally: { chips: [], members: { red: 0, blue: 0 } },
    red: { chips: 0, members: 0, robotPower: 0 },
    blue: { chips: 0, members: 0, robotPower: 0 },
  },
  {
    what: 'members without chips',
    tally: { chips: [], members: { red: 2, blue: 1 } },
    red: { chips: 0, members: 2, robotPower: 10 },
    blue: { chips: 0, members: 1, robotPower: 5 },
  },
  {
    what: 'chips of several days',
    tally: {
      chips: [
        { date: '2026-11-16', teamColor: 'red', chips: 2 },
        { date: '2026-11-22', teamColor: 'red', chips: 1 },
        { date: '2026-11-18', teamColor: 'blue', chips: 1 },
      ],
      members: { red: 5, blue: 1 },
    },
    red: { chips: 3, members: 5, robotPower: 67 },
    blue: { chips: 1, members: 1, robotPower: 35 },
  },
  {
    what: 'no chips of the days around it',
    tally: {
      chips: [
        { date: '2026-11-15', teamColor: 'red', chips: 2 },
        { date: '2026-11-23', teamColor: 'blue', chips: 2 },
      ],
      members: { red: 1, blue: 1 },
    },
    red: { chips: 0, members: 1, robotPower: 5 },
    blue: { chips: 0, members: 1, robotPower: 5 },
  },
];

describe('standings of a week', () => {
  test.each(CASES)('are computed from $what', ({ tally, red, blue }) => {
    expect(computeStandings(MONDAY, tally)).toMatchObject({ red, blue });
  });

  test.each(CASES)('have seven days that sum to the chips, with $what', ({ tally }) => {
    const { red, blue, dailyStats } = computeStandings(MONDAY, tally);
    expect(dailyStats.map(({ date }) => date)).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`));
    expect(dailyStats.reduce((sum, day) => sum + day.redTeamChips, 0)).toBe(red.chips);
    expect(dailyStats.reduce((sum, day) => sum + day.blueTeamChips, 0)).toBe(blue.chips);
  });
});

describe('daily stats', () => {
  test('contain both teams on each requested day, and no others', () => {
    const chips = [
      { date: '2026-11-17', teamColor: 'blue', chips: 3 },
      { date: '2026-11-16', teamColor: 'red', chips: 5 },
      { date: '2026-11-16', teamColor: 'blue', chips: 4 },
      { date: '2026-11-16', teamColor: 'red', chips: 1 },
      { date: '2026-11-15', teamColor: 'red', chips: 9 },
    ] as const;
    expect(dailyStatsOf(['2026-11-16', '2026-11-17', '2026-11-18'], chips)).toEqual([
      { date: '2026-11-16', redTeamChips: 6, blueTeamChips: 4 },
      { date: '2026-11-17', redTeamChips: 0, blueTeamChips: 3 },
      { date: '2026-11-18', redTeamChips: 0, blueTeamChips: 0 },
    ]);
  });
});
