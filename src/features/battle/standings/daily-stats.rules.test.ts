import { describe, expect, test } from 'vitest';
import { dailyStatsOf } from './daily-stats.rules.ts';

describe('the chips of each day', () => {
  test('are those of both teams on every day asked for, and no others', () => {
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
