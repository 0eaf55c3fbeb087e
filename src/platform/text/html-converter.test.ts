import { afterAll, expect, test } from 'vitest';
import { createHtmlConverter } from './html-converter.ts';

const converter = createHtmlConverter();
afterAll(converter.close);

test.each([
  ['<p>A <b>b</b> <i>c</i></p><p>d</p>', 'A **b** _c_\n\nd'],
  ['<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>', '- a\n- b\n    1. c'],
  ['a<br>b', 'a\nb'],
  ['<h2>1. May</h2><a href="https://example.org">x</a>', '## 1. May\n\n[x](https://example.org)'],
  ['<script>alert(1)</script><a href="javascript:alert(1)">x</a>', 'x'],
  ['', ''],
])('%j', async (html, markdown) => {
  expect(await converter.markdownOf(html)).toBe(markdown);
});

test('converts a long text in a thread', async () => {
  expect(await converter.markdownOf('<p>A day</p>'.repeat(1_000))).toBe(Array(1_000).fill('A day').join('\n\n'));
});
