import { expect, test } from 'vitest';
import { type Brought, meaningOf } from './paste.rules.ts';

const PICTURE = '<meta charset="utf-8"><img src="https://a.test/heron.png" alt="a heron">';

test.each<[string, Partial<Brought>, ReturnType<typeof meaningOf>]>([
  ['plain text', { text: 'Words' }, 'text'],
  ['a line break alone', { text: '\n' }, 'text'],
  ['text of a word processor, with its picture', { text: 'Words', html: '<p>Words</p>', files: ['image.png'] }, 'text'],
  ['cells of a spreadsheet, with their picture', { text: '1\t2\n3\t4', html: '<table>', files: ['image.png'] }, 'text'],
  ['a screenshot', { files: ['image.png'] }, 'files'],
  ['a picture copied from a page', { html: PICTURE, files: ['image.png'] }, 'files'],
  ['a file, with its name', { text: 'IMG 1.jpg', files: ['IMG 1.jpg'] }, 'files'],
  [
    'files, with their paths',
    { text: 'file:///a/IMG%201.jpg\n/home/ada/b.png', files: ['IMG 1.jpg', 'b.png'] },
    'files',
  ],
  [
    'a picture dragged from a page, with its address',
    { text: 'https://a.test/x?y=1', html: PICTURE, files: ['x.png'] },
    'files',
  ],
  ['a text that names a file', { text: 'See IMG 1.jpg', files: ['IMG 1.jpg'] }, 'text'],
  ['rich text alone', { html: '<h1>Words</h1>' }, 'html'],
  ['rich text alone, with its picture', { html: '<p>Words</p>', files: ['image.png'] }, 'html'],
  ['a picture alone, as HTML', { html: PICTURE }, 'nothing'],
  ['a style sheet', { html: '<style>p {}</style><p>&nbsp;</p>' }, 'nothing'],
  ['nothing', {}, 'nothing'],
])('%s', (_what, brought, meaning) => {
  expect(meaningOf({ text: '', html: '', files: [], ...brought })).toBe(meaning);
});
