import { describe, expect, test } from 'vitest';
import { isMoving, photoTypeOf, sizeToSend } from './photo-file.rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('photoTypeOf', () => {
  test.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n', 'image/png'],
    ['GIF89a', 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x18ftypheic', 'image/heic'],
    ['\0\0\0\x18ftypavif', 'image/avif'],
    ['\0\0\0\x18ftypmp42', null],
    ['<svg xmlns="http://www.w3.org/2000/svg">', null],
    ['%PDF-1.7', null],
    ['', null],
  ])('%j is %s', (text, type) => {
    expect(photoTypeOf(bytes(text))).toBe(type);
  });
});

describe('isMoving', () => {
  const frame = '!\xf9\x04\x00\x0a\x00\x00\x00,';

  test.each([
    [`GIF89a${frame}`, 'image/gif', false],
    [`GIF89a${frame}data!${frame}`, 'image/gif', true],
    ['RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02', 'image/webp', true],
    ['RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x10', 'image/webp', false],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp', false],
    ['\xff\xd8\xff\xe0', 'image/jpeg', false],
  ] as const)('%j as %s: %s', (text, type, expected) => {
    expect(isMoving(bytes(text), type)).toBe(expected);
  });
});

describe('sizeToSend', () => {
  test.each([
    [[4000, 3000], { width: 2560, height: 1920 }],
    [[3000, 6000], { width: 1280, height: 2560 }],
    [[800, 600], { width: 800, height: 600 }],
    [[300, 9_000], { width: 300, height: 9_000 }],
    [[16_382, 3_628], { width: 4624, height: 1024 }],
    [[10_000, 1], { width: 10_000, height: 1 }],
  ])('%o is sent as %o', ([width = 0, height = 0], size) => {
    expect(sizeToSend(width, height)).toEqual(size);
  });
});
