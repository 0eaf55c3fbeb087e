import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { Message } from '../chat.ts';
import { isEditable } from '../loaded.rules.ts';

export type Act = 'edit' | 'remove' | 'report';

type MessageMenuProps = {
  message: Message;
  userId: string;
  /** Whether the user can remove the messages of others. */
  canRemove: boolean;
  onAct: (act: Act, message: Message) => void;
};

/** What the user can do with a message: change and remove their own, report those of others. */
export function MessageMenu({ message, userId, canRemove, onAct }: MessageMenuProps) {
  const t = useTranslations('chat');
  const [openedAt, setOpenedAt] = useState(0);
  const { sender } = message;
  const isOwn = sender.id === userId;
  return (
    <Menu position={isOwn ? 'bottom-end' : 'bottom-start'} onOpen={() => setOpenedAt(Date.now())}>
      <Menu.Target>
        <ActionIcon aria-label={isOwn ? t('actsOwn') : t('acts', { name: sender.full_name })}>
          <Icon name="more" size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isEditable(message, userId, openedAt) && (
          <Menu.Item leftSection={<Icon name="pencil" size={20} />} onClick={() => onAct('edit', message)}>
            {t('edit')}
          </Menu.Item>
        )}
        {!isOwn && (
          <Menu.Item leftSection={<Icon name="flag" size={20} />} onClick={() => onAct('report', message)}>
            {t('report')}
          </Menu.Item>
        )}
        {(isOwn || canRemove) && (
          <Menu.Item leftSection={<Icon name="trash" size={20} />} onClick={() => onAct('remove', message)}>
            {t('remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
