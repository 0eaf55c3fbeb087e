import { expect, test } from 'vitest';
import { openingNotificationOf, resultsNotificationOf } from './notification.template.ts';

const WEEK = '2026-11-16';

test('the opening notification names the team, once a week', () => {
  expect(openingNotificationOf(WEEK, { userId: 'ada', teamColor: 'blue', chips: 0 })).toEqual({
    userId: 'ada',
    kind: 'battle_update',
    title: 'A new battle begins',
    body: 'You fight for Blue this week. Every verified check-in earns chips for your team.',
    data: { week_start_date: WEEK, team_color: 'blue' },
    dedupeKey: 'battle_update:2026-11-16',
  });
});

test.each([
  ['red', 'red', 9, 'Red won the battle', 'In the week of 16 Nov you fought for Red, and won. You gave 9 chips. Bang!'],
  [
    'red',
    'blue',
    1,
    'Red won the battle',
    'In the week of 16 Nov you fought for Blue, and lost. You gave 1 chip. Bang!',
  ],
  [
    'blue',
    'red',
    0,
    'Blue won the battle',
    'In the week of 16 Nov you fought for Red, and lost. You gave no chips. Bang!',
  ],
  [
    'tie',
    'blue',
    2,
    'The battle is a tie',
    'In the week of 16 Nov you fought for Blue, and it was a tie. You gave 2 chips. Bang!',
  ],
] as const)(
  'the results notification of a week won by %s, to %s with %d chips',
  (winner, teamColor, chips, title, body) => {
    const week = { weekStart: WEEK, winner, finalOutcome: 'Bang!' };
    expect(resultsNotificationOf(week, { userId: 'ada', teamColor, chips })).toEqual({
      userId: 'ada',
      kind: 'battle_results',
      title,
      body,
      data: { week_start_date: WEEK, winner, team_color: teamColor, chips, final_outcome: 'Bang!' },
      dedupeKey: 'battle_results:2026-11-16',
    });
  },
);
