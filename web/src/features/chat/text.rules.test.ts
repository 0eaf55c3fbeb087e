import { expect, test } from 'vitest';
import { JONAS } from './test-messages.ts';
import { lineOf, piecesOf } from './text.rules.ts';

const MENTIONS = [{ user_id: JONAS, name: 'Jonas Weber' }];
const text = (plain: string) => ({ kind: 'text', text: plain });
const link = (url: string) => ({ kind: 'link', text: url });
const jonas = { kind: 'mention', text: '@Jonas Weber', userId: JONAS };

test.each([
  ['Hello', [text('Hello')]],
  [`@[Jonas Weber](${JONAS}), hello`, [jonas, text(', hello')]],
  [`@[Jonas Weber](${JONAS.toUpperCase()})`, [jonas]],
  ['@[Mira](0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e99) and you', [text('@Mira and you')]],
  ['See https://example.org/a?b=c#d.', [text('See '), link('https://example.org/a?b=c#d'), text('.')]],
  ['(http://example.org)', [text('('), link('http://example.org'), text(')')]],
  ['https://a.org https://b.org', [link('https://a.org'), text(' '), link('https://b.org')]],
  ['javascript:alert(1) ftp://a.org //b.org', [text('javascript:alert(1) ftp://a.org //b.org')]],
  ['<b>bold</b> **too**', [text('<b>bold</b> **too**')]],
  ['', []],
])('piecesOf %j', (content, expected) => {
  expect(piecesOf(content, MENTIONS)).toEqual(expected);
});

test('lineOf is one line with names', () => {
  expect(lineOf(`@[Jonas Weber](${JONAS})\n\n  come `)).toBe('@Jonas Weber come');
});
