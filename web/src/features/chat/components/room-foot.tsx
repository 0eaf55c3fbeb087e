import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { useEditMessage } from '../api/changes.ts';
import { useSend } from '../api/use-pending.ts';
import { useSignalTyping } from '../api/use-typing.ts';
import type { Message, Room } from '../chat.ts';
import { keepText, keptText } from '../kept-texts.ts';
import { Composer } from './composer.tsx';
import classes from './room-foot.module.css';

type RoomFootProps = {
  room: Room;
  userId: string;
  /** The message that is being changed. */
  edited: Message | null;
  /** How often a text was taken back into the field. */
  version: number;
  onEdited: () => void;
};

/** Below the messages: the field, or why there is none. */
export function RoomFoot({ room, userId, edited, version, onEdited }: RoomFootProps) {
  const t = useTranslations('chat');
  const send = useSend(room.id);
  const edit = useEditMessage();
  const signalTyping = useSignalTyping(room.id);
  // After a change the field is where the user was.
  const [hasEdited, setHasEdited] = useState(false);
  if (edited !== null && !hasEdited) setHasEdited(true);
  if (!room.can_write) {
    return (
      <Row as="p" gap={3} justify="center" tone="quiet" size="sm" className={classes.closed}>
        <Icon name="lock" size={20} />
        {t('closed')}
      </Row>
    );
  }
  const shared = { room, userId };
  return (
    <div className={classes.foot}>
      {edited === null ? (
        <Composer
          key={version}
          {...shared}
          content={keptText(room.id)}
          isEditing={false}
          isAutoFocused={hasEdited || version > 0}
          onSubmit={send}
          onChange={(content) => {
            keepText(room.id, content);
            if (content !== '') signalTyping();
          }}
        />
      ) : (
        <>
          <Row as="p" gap={2} tone="accent" size="sm" weight={600} className={classes.editing}>
            <Icon name="pencil" size={16} />
            <span>{t('editing')}</span>
            <ActionIcon aria-label={t('cancelEdit')} onClick={onEdited}>
              <Icon name="close" size={20} />
            </ActionIcon>
          </Row>
          <Composer
            key={edited.id}
            {...shared}
            content={edited.content ?? ''}
            isEditing
            isAutoFocused
            onSubmit={async (content) => {
              await edit.mutateAsync({ message: edited, content });
              onEdited();
            }}
            onCancel={onEdited}
          />
        </>
      )}
    </div>
  );
}
