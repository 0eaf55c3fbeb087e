import { test } from 'vitest';
import { expectLinear } from '../../../../../test/growth.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

test.each([
  '<p>a',
  '<b>a</b>',
  '<li>',
  '<ul><li>a</li></ul>',
  '<br>',
  '&',
  '<',
  '- ',
  '<td>',
  '<a href="a">a</a>',
  '\n',
])('the Markdown of %j takes time that grows as the HTML does', async (piece) => {
  await expectLinear(20_000, (size) => htmlToMarkdown(piece.repeat(size / piece.length)));
});
