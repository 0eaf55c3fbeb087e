import PostalMime from 'postal-mime';

export type MimeMessage = { messageId: string | null; subject: string; text: string | null; html: string | null };

/** Beyond these, reading takes longer than any honest message is worth. */
const MAX_HEADER_CHARACTERS = 64 * 1024;
const MAX_LINES_BETWEEN_PARTS = 200;
const MAX_NESTING = 20;

/** Reads a message as it comes over the wire (RFC 5322, MIME), without its attachments; null where it cannot be read. */
export async function readMime(source: string): Promise<MimeMessage | null> {
  if ((source.match(/^--/gm)?.length ?? 0) > MAX_LINES_BETWEEN_PARTS) return null;
  try {
    const { messageId, subject, text, html } = await PostalMime.parse(source, {
      maxHeadersSize: MAX_HEADER_CHARACTERS,
      maxNestingDepth: MAX_NESTING,
      // A message within this one is an attachment.
      forceRfc822Attachments: true,
    });
    return { messageId: messageId ?? null, subject: subject ?? '', text: text ?? null, html: html ?? null };
  } catch {
    // The library says with an error of any kind that this is no message.
    return null;
  }
}
