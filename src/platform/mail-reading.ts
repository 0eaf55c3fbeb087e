import { sanitizeHtml, textOfHtml } from './html.ts';
import { type MimeMessage, readMime } from './mime.ts';

/* What a reader of mails does, in a thread where it is long. */

/** HTML that others may see, and what it says. */
export type CleanHtml = { html: string; text: string };

export async function cleanHtmlOf({ html }: { html: string }): Promise<CleanHtml> {
  const clean = await sanitizeHtml(html);
  return { html: clean, text: await textOfHtml(clean) };
}

export async function textIn({ html }: { html: string }): Promise<{ text: string }> {
  return { text: await textOfHtml(html) };
}

export async function messageIn({ source }: { source: string }): Promise<{ message: MimeMessage | null }> {
  return { message: await readMime(source) };
}
