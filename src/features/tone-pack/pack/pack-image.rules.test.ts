import { describe, expect, test } from 'vitest';
import { TONES } from '#features/tone';
import { imageKey, promptFor, storagePathOf, timestampOf } from './pack-image.rules.ts';

const [OWNER, PACK] = ['0a0a0a0a-1111-4222-8333-444444444444', '0b0b0b0b-1111-4222-8333-444444444444'];

test('imageKey contains owner, pack, tone and time', () => {
  const key = imageKey(OWNER, PACK, 'joyful', new Date(1_700_000_000_123));
  expect(key).toBe(`tone-packs/${OWNER}/${PACK}/joyful-1700000000123.png`);
  expect(storagePathOf(key)).toBe(`${OWNER}/${PACK}/joyful-1700000000123.png`);
});

describe('timestampOf', () => {
  const at = (milliseconds: number) => new Date(1_700_000_000_000 + milliseconds);
  test.each([
    { what: 'no image', newest: null, time: at(0) },
    { what: 'an older image', newest: at(-1), time: at(0) },
    { what: 'an image of the same moment', newest: at(0), time: at(1) },
    { what: 'an image of a clock that was ahead', newest: at(5_000), time: at(5_001) },
  ])('beside $what', ({ newest, time }) => {
    expect(timestampOf(at(0), newest)).toEqual(time);
  });
});

describe('promptFor', () => {
  const themes = [
    'origami',
    'animals',
    'nature',
    'abstract',
    'geometric',
    'minimalist',
    'watercolor',
    'line-art',
    'icons',
    'emojis',
    'shapes',
    'patterns',
  ] as const;

  test('differs for each theme and tone', () => {
    const prompts = themes.flatMap((theme) => TONES.map((tone) => promptFor(theme, tone)));
    expect(new Set(prompts).size).toBe(12 * 20);
  });

  test('names the tone once and no other tone', () => {
    for (const theme of themes) {
      for (const tone of TONES) {
        const named = TONES.filter((name) => new RegExp(`\\b${name}\\b`).test(promptFor(theme, tone)));
        expect(named).toEqual([tone]);
      }
    }
  });
});
