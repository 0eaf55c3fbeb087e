import { describe, test } from 'vitest';
import { expectLinear } from '#test/growth.ts';
import { readCsv } from './csv.ts';
import { readMarkdownFile } from './front-matter.ts';
import { readJsonArrays } from './json-stream.ts';
import { picturesIn } from './markdown-picture.ts';

/** Reads all that a reader yields. */
async function drain(items: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of items);
  } catch {
    // Text that cannot be read takes its time as well.
  }
}

async function* inBlocks(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

const readers = {
  csv: (text: string) => drain(readCsv(inBlocks(`a,b\n${text}`))),
  json: (text: string) => drain(readJsonArrays(inBlocks(text), ['entries'])),
  frontMatter: (text: string) => readMarkdownFile(`---\n${text}\n---\nText`),
  markdownText: (text: string) => readMarkdownFile(text),
  pictures: (text: string) => picturesIn(text),
};

describe('time grows no faster than the text', () => {
  test.each<[keyof typeof readers, string, number?]>([
    ['csv', 'x,y\n'],
    ['csv', '"'],
    ['csv', '"a"'],
    ['csv', ','],
    ['csv', '\r'],
    ['json', '{"entries":['],
    ['json', '{"entries":[{"a":1},'],
    ['json', '['],
    ['json', '"'],
    ['json', '\\"'],
    ['json', ' '],
    // Front matter is at most 32,000 characters long.
    ['frontMatter', 'a: b\n', 12_500],
    ['frontMatter', '- ', 200],
    ['frontMatter', '[', 1_000],
    ['frontMatter', '{a: ', 1_000],
    ['frontMatter', '"', 4_000],
    ['frontMatter', '# ', 12_500],
    ['frontMatter', '&a *a ', 12_500],
    ['frontMatter', 'a: |\n ', 12_500],
    ['markdownText', '---\n'],
    ['markdownText', '\n'],
    ['pictures', '![', 20_000],
    ['pictures', '![a](', 20_000],
    ['pictures', '![[', 20_000],
    ['pictures', '![[a.jpg]]', 20_000],
    ['pictures', '![a](<', 20_000],
    ['pictures', '![a](b c.jpg)', 20_000],
    ['pictures', '<img ', 20_000],
    ['pictures', '<img src="a">\n\n', 20_000],
    ['pictures', '`', 20_000],
    ['pictures', '*', 20_000],
    ['pictures', '> ', 20_000],
    ['pictures', '[a]: b\n\n', 20_000],
  ])('%s, %j', async (reader, piece, size = 50_000) => {
    await expectLinear(size, (length) => readers[reader](piece.repeat(length / piece.length)));
  });
});
