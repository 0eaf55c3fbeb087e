import PostalMime from 'postal-mime';

export type MimeMessage = { messageId: string | null; subject: string; text: string | null; html: string | null };

/** Beyond these limits, parsing takes longer than any real message needs. */
const MAX_HEADER_CHARACTERS = 64 * 1024;
const MAX_LINES_BETWEEN_PARTS = 200;
const MAX_NESTING = 20;

/** Parses a message (RFC 5322, MIME) without its attachments. Null if it is unreadable. */
export async function readMime(source: string): Promise<MimeMessage | null> {
  if ((source.match(/^--/gm)?.length ?? 0) > MAX_LINES_BETWEEN_PARTS) return null;
  try {
    const { messageId, subject, text, html } = await PostalMime.parse(source, {
      maxHeadersSize: MAX_HEADER_CHARACTERS,
      maxNestingDepth: MAX_NESTING,
      // A message inside a message is an attachment.
      forceRfc822Attachments: true,
    });
    return { messageId: messageId ?? null, subject: subject ?? '', text: text ?? null, html: html ?? null };
  } catch {
    // The library throws errors of any kind for what is no message.
    return null;
  }
}
