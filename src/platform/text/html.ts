// By hand, not html-to-text: its tree takes more than 10 s for 3 MB of `<b>a</b>`, 4 s here, and it drops what is nested too deep.
import type { IOptions } from 'sanitize-html';

/** What text is made of: nothing that runs, is filled in, is loaded, or lies over something else. */
const TEXT_ELEMENTS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark', 'a', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

const TEXT_WITH_LINKS: IOptions = {
  allowedTags: TEXT_ELEMENTS,
  allowedAttributes: { a: ['href', 'title'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Deeper than any table in a table is, and flat enough for whoever reads it.
  nestingLimit: 100,
};

const LINES: IOptions = { ...TEXT_WITH_LINKS, allowedAttributes: {} };

/**
 * HTML that somebody wrote, as others may see it: text with its structure and with links to the web and to mail addresses. Scripts,
 * forms, frames, pictures, styles and every other attribute are gone.
 */
export async function sanitizeHtml(html: string): Promise<string> {
  const sanitize = await sanitizer();
  return sanitize(html, TEXT_WITH_LINKS);
}

/** What HTML says, in lines. */
export async function textOfHtml(html: string): Promise<string> {
  const sanitize = await sanitizer();
  return (
    sanitize(html, LINES)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<li>/g, '\n- ')
      .replaceAll(/<(?:br|hr) ?\/?>|<\/(?:tr|div|li|dt|dd)>/g, '\n')
      .replaceAll(/<\/(?:p|h[1-6]|blockquote|pre|ul|ol|dl|table)>/g, '\n\n')
      .replaceAll(/<\/t[dh]>/g, ' ')
      .replaceAll(/<\/?[a-z][a-z0-9]*>/g, '')
      .replaceAll(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
      .split('\n')
      // Each on its own: a pattern for spaces around line ends takes long where there are many spaces.
      .map((line) => line.trim().replaceAll(/ {2,}/g, ' '))
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** All that the library leaves. */
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

// Loading it takes a fifth of a second, which a server should not spend on its start.
async function sanitizer() {
  return (await import('sanitize-html')).default;
}
