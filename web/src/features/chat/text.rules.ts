import type { Message } from './chat.ts';

export type Piece = { kind: 'text' | 'link'; text: string } | { kind: 'mention'; text: string; userId: string };

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const MENTION = new RegExp(`@\\[((?:[^\\]\\n@]|@(?!\\[)){1,200})\\]\\((${UUID})\\)`, 'gi');
const SPECIAL = new RegExp(`${MENTION.source}|(https?://[^\\s<>"']*[^\\s<>"'.,;:!?)\\]}])`, 'gi');

/** A text by its plain parts, web addresses and mentions. Who is not in `mentions` is named as plain text. */
export function piecesOf(content: string, mentions: Message['mentions']): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  let end = 0;
  const endPlain = () => {
    if (plain !== '') pieces.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (const match of content.matchAll(SPECIAL)) {
    const [whole, name, id, url] = match;
    plain += content.slice(end, match.index);
    end = match.index + whole.length;
    const userId = id?.toLowerCase();
    if (url !== undefined) {
      endPlain();
      pieces.push({ kind: 'link', text: url });
    } else if (userId !== undefined && mentions.some(({ user_id }) => user_id === userId)) {
      endPlain();
      pieces.push({ kind: 'mention', text: `@${name}`, userId });
    } else {
      plain += `@${name}`;
    }
  }
  plain += content.slice(end);
  endPlain();
  return pieces;
}

/** A text in one line, mentions by their names. */
export function lineOf(content: string): string {
  return content.replace(MENTION, '@$1').replace(/\s+/g, ' ').trim();
}
