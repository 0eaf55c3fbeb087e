import { VisuallyHidden } from '@mantine/core';
import { memo, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Face } from '../../../shared/ui/face.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { Row } from '../../../shared/ui/row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Message } from '../chat.ts';
import type { Act } from './message-menu.tsx';
import classes from './message-row.module.css';
import { MessageText } from './message-text.tsx';

// The menu of the kit weighs as much as the screen.
const MessageMenu = lazyPart(async () => (await import('./message-menu.tsx')).MessageMenu);

type MessageRowProps = {
  message: Message;
  /** Whether face and name stand here. */
  isGroupStart: boolean;
  userId: string;
  canRemove: boolean;
  onAct: (act: Act, message: Message) => void;
};

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isGroupStart, userId, canRemove, onAct } = props;
  const t = useTranslations('chat');
  const { sender, content, mentions } = message;
  const isOwn = sender.id === userId;
  return (
    <Row as="article" gap={2} align="start" className={classes.message} data-own={isOwn} data-start={isGroupStart}>
      {!isOwn && (
        <span className={classes.face}>{isGroupStart && <Face name={sender.full_name} url={sender.avatar_url} />}</span>
      )}
      <div className={classes.bubble} data-removed={content === null}>
        <Sender name={isOwn ? t('you') : sender.full_name} isAi={sender.is_ai} isShown={isGroupStart && !isOwn} />
        <div className={classes.line}>
          {content === null ? (
            <p className={classes.removed}>{t('removed')}</p>
          ) : (
            <MessageText content={content} mentions={mentions} userId={userId} />
          )}
          <Time message={message} />
        </div>
      </div>
      {content !== null && (
        <span className={classes.menu}>
          <Suspense>
            <MessageMenu message={message} userId={userId} canRemove={canRemove} onAct={onAct} />
          </Suspense>
        </span>
      )}
    </Row>
  );
});

/** Read out with each message, and shown with the first of a group. */
function Sender({ name, isAi, isShown }: { name: string; isAi: boolean; isShown: boolean }) {
  const t = useTranslations('chat');
  const words = isAi ? t('aiName', { name }) : name;
  if (!isShown) return <VisuallyHidden>{words}</VisuallyHidden>;
  return (
    <Text size="sm" weight={650} breaks dir="auto">
      {words}
    </Text>
  );
}

function Time({ message: { created_at, edited_at, content } }: { message: Message }) {
  const t = useTranslations('chat');
  const format = useFormatter();
  const time = format.dateTime(new Date(created_at), { hour: '2-digit', minute: '2-digit' });
  return (
    <time className={classes.time} dateTime={created_at}>
      {edited_at !== null && content !== null ? t('editedAt', { time }) : time}
    </time>
  );
}
