import type { Message } from '../chat.ts';
import { piecesOf } from '../text.rules.ts';
import classes from './message-text.module.css';

type MessageTextProps = { content: string; mentions: Message['mentions']; userId: string };

/** The text of a message as it was written: line breaks, web addresses and mentions. */
export function MessageText({ content, mentions, userId }: MessageTextProps) {
  let position = 0;
  return (
    <p className={classes.text} dir="auto">
      {piecesOf(content, mentions).map((piece) => {
        const { kind, text } = piece;
        position += text.length;
        if (kind === 'text') return text;
        if (kind === 'mention') {
          return (
            <strong key={position} className={classes.mention} data-me={piece.userId === userId}>
              {text}
            </strong>
          );
        }
        return (
          <a key={position} className={classes.link} href={text} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        );
      })}
    </p>
  );
}
