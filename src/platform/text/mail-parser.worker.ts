import { sanitizeHtml, textOfHtml } from './html.ts';
import { readMime } from './mime.ts';

/* The work of a mail parser, run in a worker thread for long input. */

/** Sanitized HTML, and its text. */
export type CleanHtml = { html: string; text: string };

export async function cleanHtmlOf({ html }: { html: string }): Promise<CleanHtml> {
  const clean = await sanitizeHtml(html);
  return { html: clean, text: await textOfHtml(clean) };
}

export async function textIn({ html }: { html: string }): Promise<{ text: string }> {
  return { text: await textOfHtml(html) };
}

/** A message, its text from the plain or the HTML part, and its attached pictures. */
export type ReadMessage = { messageId: string | null; subject: string; text: string; pictures: Uint8Array[] };

export async function messageIn({ source }: { source: string }): Promise<{ message: ReadMessage | null }> {
  const read = await readMime(source);
  if (read === null) return { message: null };
  const { messageId, subject, text, html, pictures } = read;
  const isBlank = text === null || text.trim() === '';
  const content = isBlank && html !== null ? await textOfHtml(html) : (text ?? '');
  return { message: { messageId, subject, text: content, pictures } };
}
