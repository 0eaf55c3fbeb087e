import { expect, test } from 'vitest';
import { readMarkdownFile } from './front-matter.ts';

test.each<[string, ReturnType<typeof readMarkdownFile>]>([
  ['Text', { fields: {}, text: 'Text' }],
  ['---\ntitle: A\ndate: 2024-05-31\n---\nText', { fields: { title: 'A', date: '2024-05-31' }, text: 'Text' }],
  ['\uFEFF---\r\ntags:\r\n  - a\r\n---\r\nText\r\n', { fields: { tags: ['a'] }, text: 'Text\n' }],
  ['---\n---\nText', { fields: {}, text: 'Text' }],
  ['---\nA line\n\nText', { fields: {}, text: '---\nA line\n\nText' }],
  ['---\ntitle: A\n...\nText', { fields: { title: 'A' }, text: 'Text' }],
  ['---\ntitle: A\n---', { fields: { title: 'A' }, text: '' }],
  ['---\n- a\n---\nText', null],
  ['---\na: [b\n---\nText', null],
  ['---\na: !!js/function x\n---\nText', { fields: { a: 'x' }, text: 'Text' }],
  [`---\na: ${'['.repeat(20_000)}\n---\nText`, null],
])('%j', (file, expected) => {
  expect(readMarkdownFile(file)).toEqual(expected);
});
