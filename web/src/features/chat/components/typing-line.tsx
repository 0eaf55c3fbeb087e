import { useTranslations } from 'use-intl';
import { useTyping } from '../api/use-typing.ts';
import type { Message, Room } from '../chat.ts';
import classes from './typing-line.module.css';

type TypingLineProps = { room: Room; userId: string; messages: readonly Message[] };

/** Who is writing, by name if they have written before. Not read out: that would interrupt with every word. */
export function TypingLine({ room, userId, messages }: TypingLineProps) {
  const t = useTranslations('chat');
  const typing = useTyping(room.id, userId);
  const [id] = typing;
  const name = messages.find(({ sender }) => sender.id === id)?.sender.full_name ?? t('someone');
  return (
    <p className={classes.typing} aria-hidden>
      {typing.length > 0 && t('typing', { name, others: typing.length - 1 })}
    </p>
  );
}
