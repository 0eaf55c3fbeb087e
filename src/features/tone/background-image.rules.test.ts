import { describe, expect, test } from 'vitest';
import { decideImageMood, findTone, promptFor } from './background-image.rules.ts';
import { TONES, type ToneAnalysis } from './tone.schema.ts';

const analysis = (primaryTone: ToneAnalysis['primaryTone'], tones: ToneAnalysis['tones'] = []): ToneAnalysis => ({
  primaryTone,
  tones,
  sentiment: 'mixed',
  confidence: 0.4,
});

test.each([
  ['joyful', 'joyful'],
  ['Joyful', 'joyful'],
  [' CALM ', 'calm'],
  ['wistful', null],
  ['joyful and calm', null],
  ['', null],
  [null, null],
])('the mood %j names the tone %j', (mood, tone) => {
  expect(findTone(mood)).toBe(tone);
});

describe('image mood', () => {
  const found = analysis('sad', [
    { tone: 'tired', score: 0.2 },
    { tone: 'sad', score: 0.9 },
    { tone: 'worried', score: 0.5 },
    { tone: 'worried', score: 0.4 },
    { tone: 'calm', score: 0.1 },
    { tone: 'angry', score: 0 },
  ]);
  test.each([
    ['a tone that is given, and nothing else', 'angry', null, { tone: 'angry', undertones: [] }],
    [
      'a tone that is found, with the two strongest beside it',
      null,
      found,
      { tone: 'sad', undertones: ['worried', 'tired'] },
    ],
    ['a tone that is given, with what is found', 'tired', found, { tone: 'tired', undertones: ['sad', 'worried'] }],
    [
      'a tone without others, where none were felt',
      null,
      analysis('calm', [{ tone: 'sad', score: 0 }]),
      { tone: 'calm', undertones: [] },
    ],
    ['an even mood, where nothing is known', null, null, { tone: 'neutral', undertones: [] }],
  ] as const)('is %s', (_what, tone, given, expected) => {
    expect(decideImageMood(tone, given)).toEqual(expected);
  });
});

describe('the prompt', () => {
  test.each(TONES)('names the tone and shows something: %s', (tone) => {
    const prompt = promptFor({ tone, undertones: [] });
    expect(prompt).toMatch(new RegExp(`journal: \\w.+\\. Its mood is ${tone}\\. `));
    expect(prompt).not.toContain('undefined');
    expect(prompt.length).toBeLessThan(400);
  });

  test('differs for each tone', () => {
    expect(new Set(TONES.map((tone) => promptFor({ tone, undertones: [] }))).size).toBe(TONES.length);
  });

  test('names the other tones', () => {
    expect(promptFor({ tone: 'sad', undertones: ['calm', 'tired'] })).toContain(
      'Its mood is sad, with something calm and tired in it.',
    );
  });
});
