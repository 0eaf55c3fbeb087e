import Turndown from 'turndown';

const turndown = new Turndown({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
});
// Text stays as it is: what looks like a mark is seldom one.
turndown.escape = (text) => text;
// Pictures would load from their hosts, or stand in the text as data.
turndown.remove(['script', 'style', 'title', 'meta', 'link', 'img', 'picture', 'iframe'] as never);

/** The Markdown of HTML. Nothing of it is run or loaded. */
export function htmlToMarkdown(html: string): string {
  // Items are padded to four columns.
  return turndown
    .turndown(html)
    .replace(/^([ \t]*(?:-|\d{1,9}\.)) {2,}/gm, '$1 ')
    .trim();
}
