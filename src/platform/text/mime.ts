import PostalMime from 'postal-mime';
import { formatOf } from '../images/image-format.ts';

export type MimeMessage = {
  messageId: string | null;
  subject: string;
  text: string | null;
  html: string | null;
  /** The attached files that begin like a picture, whatever their names and types. */
  pictures: Uint8Array[];
};

/** Beyond these limits, parsing takes longer than any real message needs. */
const MAX_HEADER_CHARACTERS = 64 * 1024;
const MAX_LINES_BETWEEN_PARTS = 200;
const MAX_NESTING = 20;

/** Parses a message (RFC 5322, MIME), with the pictures of its attachments. Null if it is unreadable. */
export async function readMime(source: string): Promise<MimeMessage | null> {
  if ((source.match(/^--/gm)?.length ?? 0) > MAX_LINES_BETWEEN_PARTS) return null;
  try {
    const { messageId, subject, text, html, attachments } = await PostalMime.parse(source, {
      maxHeadersSize: MAX_HEADER_CHARACTERS,
      maxNestingDepth: MAX_NESTING,
      // A message inside a message is an attachment.
      forceRfc822Attachments: true,
    });
    const files = attachments.map(({ content }) =>
      typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    );
    const pictures = files.filter((file) => formatOf(file) !== null);
    return { messageId: messageId ?? null, subject: subject ?? '', text: text ?? null, html: html ?? null, pictures };
  } catch {
    // The library throws errors of any kind for what is no message.
    return null;
  }
}
