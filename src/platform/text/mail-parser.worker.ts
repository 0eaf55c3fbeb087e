import { sanitizeHtml, textOfHtml } from './html.ts';
import type { HeaderFields } from './mail-header.ts';
import { type MailPicture, type MailSource, readMime } from './mime.ts';

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

/** A message, with its texts as one. */
export type ReadMessage = {
  headers: HeaderFields;
  text: string;
  /** Whether all of the text was HTML, which has lost the marks of quotes. */
  isHtml: boolean;
  pictures: MailPicture[];
};

export async function messageIn({ source }: { source: MailSource }): Promise<{ message: ReadMessage | null }> {
  const read = await readMime(source);
  if (read === null) return { message: null };
  const { headers, texts, pictures } = read;
  const written: string[] = [];
  for (const { isHtml, text } of texts) written.push(isHtml ? await textOfHtml(text) : text.trimEnd());
  const isHtml = texts.length > 0 && texts.every((text) => text.isHtml);
  return { message: { headers, text: written.filter((text) => text.trim() !== '').join('\n\n'), isHtml, pictures } };
}
