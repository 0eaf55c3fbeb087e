// Not html-to-text: it takes more than 10 s for 3 MB of `<b>a</b>` (4 s here) and drops deeply nested text.
import type { IOptions } from 'sanitize-html';

/** Elements of plain text: no scripts, forms, media or frames. */
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
  // Deeper than real nested tables, and flat enough for any reader.
  nestingLimit: 100,
};

const LINES: IOptions = { ...TEXT_WITH_LINKS, allowedAttributes: {} };

/** Keeps text, its structure, and links to web pages and email addresses. Removes all other elements and attributes. */
export async function sanitizeHtml(html: string): Promise<string> {
  const sanitize = await sanitizer();
  return sanitize(html, TEXT_WITH_LINKS);
}

/** The text of HTML, in lines. */
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
      // Line by line: one pattern for spaces around line ends is slow for many spaces.
      .map((line) => line.trim().replaceAll(/ {2,}/g, ' '))
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** The entities that the library leaves. */
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

// The library is loaded on demand, because it would delay the start of the server by 0.2 s.
async function sanitizer() {
  return (await import('sanitize-html')).default;
}
