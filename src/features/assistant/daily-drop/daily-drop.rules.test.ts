import { expect, test } from 'vitest';
import { factsForDrop, MAX_DROP_LENGTH } from './daily-drop.rules.ts';
import { genericText } from './daily-drop.template.ts';

const days = Array.from({ length: 60 }, (_, index) =>
  new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
);

test('a generic text depends only on user and day', () => {
  expect(genericText('ada', '2026-11-10')).toBe(genericText('ada', '2026-11-10'));
});

test('generic texts vary over days and users', () => {
  const ofAda = new Set(days.map((day) => genericText('ada', day)));
  const ofBen = days.map((day) => genericText('ben', day));
  expect(ofAda.size).toBe(10);
  expect(ofBen.filter((text, index) => text === genericText('ada', days[index] ?? '')).length).toBeLessThan(20);
  for (const text of ofAda) expect(text.length > 20 && text.length <= MAX_DROP_LENGTH).toBe(true);
});

test('the facts for a drop are summary, moods and topics', () => {
  const moods = [
    { mood: 'calm' as const, share: 0.6 },
    { mood: 'sad' as const, share: 0.4 },
  ];
  expect(
    factsForDrop({
      summary: 'A calm week.',
      mood_trends: { sentiment: 'mixed', direction: 'improving', moods },
      topics: ['work', 'sea'],
    }),
  ).toBe('Summary: A calm week.\nMoods: calm, sad; on the whole mixed, improving\nTopics: work, sea');
});

test('the facts name missing moods and topics', () => {
  const nothing = { sentiment: 'neutral' as const, direction: 'steady' as const, moods: [] };
  expect(factsForDrop({ summary: 'Little.', mood_trends: nothing, topics: [] })).toBe(
    'Summary: Little.\nMoods: unknown; on the whole neutral, steady\nTopics: none',
  );
});
