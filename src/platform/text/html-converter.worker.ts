import { sanitizeHtml } from './html.ts';

/* The work of an HTML converter, run in a worker thread for long input. */

/** The Markdown of HTML, without scripts and media; null if the HTML cannot be converted. */
export async function markdownIn({ html }: { html: string }): Promise<{ markdown: string | null }> {
  // The library is loaded on demand, because few servers need it.
  const { default: Turndown } = await import('turndown');
  const turndown = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    br: '',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
  });
  // Texts are shown as they are: `1\. of May` would be read with its backslash.
  turndown.escape = (text) => text;
  try {
    return { markdown: tidy(turndown.turndown(await sanitizeHtml(html))) };
  } catch (error) {
    // The HTML is nested more deeply than the stack of the library allows.
    if (error instanceof RangeError) return { markdown: null };
    throw error;
  }
}

/** Removes the spaces with which the library aligns lists, and repeated empty lines. */
function tidy(markdown: string): string {
  return markdown
    .replaceAll(/^( *(?:-|\d{1,9}\.)) {2,3}(?=\S)/gm, '$1 ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
