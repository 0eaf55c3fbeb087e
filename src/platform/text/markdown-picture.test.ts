import { expect, test } from 'vitest';
import { picturesIn, withoutPictures } from './markdown-picture.ts';

test.each<[string, string, string]>([
  ['![a](one.png "Title")', 'one.png', 'a'],
  ['![[two.png|300]]', 'two.png', ''],
  ['![](<my photo.png>)', 'my photo.png', ''],
  ['![b](IMG(1).png)', 'IMG(1).png', 'b'],
  ['![c](other%20photo%20(2).png)', 'other%20photo%20(2).png', 'c'],
  ['![d](loose photo (3).png)', 'loose photo (3).png', 'd'],
  ['<img src="html pic.png" width="300">', 'html pic.png', ''],
  ["<div>\n<img alt='Bee' src='b.png'/>\n</div>", 'b.png', 'Bee'],
  ['[![small](small.png)](large.png)', 'small.png', 'small'],
  ['![ref][1]\n\n[1]: ref.png', 'ref.png', 'ref'],
  ['| a |\n|---|\n| ![[cell.png\\|300]] |', 'cell.png', ''],
  ['> ![q](q.png)', 'q.png', 'q'],
  ['- one\n  - ![e](e\\_f.png)', 'e_f.png', 'e'],
])('%j shows a picture', (text, source, alt) => {
  const pictures = picturesIn(text);
  expect(pictures).toMatchObject([{ source, alt, range: {} }]);
  expect(withoutPictures(text, pictures)).not.toMatch(/!\[.*png\)|\[\[|<img/);
});

test.each(['[no](no.png)', '`![no](no.png)`', '```\n![no](no.png)\n```', '![no](no text', '![no](words in brackets)'])(
  '%j shows none',
  (text) => {
    expect(picturesIn(text)).toEqual([]);
  },
);

test('descriptions take the places of references', () => {
  const text = 'See ![one](a.png), ![two](b.png) and ![one](a.png).\n\n> ![three\n> lines](c.png)';
  const pictures = picturesIn(text);
  expect(pictures.map(({ source }) => source)).toEqual(['a.png', 'b.png', 'a.png', 'c.png']);
  const imported = pictures.filter(({ source }) => source !== 'b.png');
  expect(withoutPictures(text, imported)).toBe('See one, ![two](b.png) and one.\n\n> ![three\n> lines](c.png)');
});
