import { describe, expect, test } from 'vitest';
import { decideMood } from './tone.rules.ts';
import { TONES } from './tone.schema.ts';

describe('the mood that an analysis suggests', () => {
  test.each([
    { confidence: 0, mood: null },
    { confidence: 0.2, mood: null },
    { confidence: 0.49999, mood: null },
    { confidence: 0.5, mood: null },
    { confidence: 0.5 + Number.EPSILON, mood: 'hopeful' },
    { confidence: 0.51, mood: 'hopeful' },
    { confidence: 1, mood: 'hopeful' },
  ])('is $mood where the confidence is $confidence', ({ confidence, mood }) => {
    expect(decideMood({ primaryTone: 'hopeful', confidence })).toBe(mood);
  });
});

test('has these twenty tones and no others', () => {
  expect(TONES.join(' ')).toBe(
    'joyful grateful excited hopeful content peaceful optimistic ' +
      'sad anxious frustrated angry worried disappointed melancholic pessimistic ' +
      'calm contemplative neutral tired energetic',
  );
});
