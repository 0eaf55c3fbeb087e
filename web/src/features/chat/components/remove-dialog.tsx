import { useTranslations } from 'use-intl';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { useRemoveMessage } from '../api/changes.ts';
import type { Message } from '../chat.ts';

/** Asks before a message is removed. */
export function RemoveDialog({ message, isOwn, onClose }: { message: Message; isOwn: boolean; onClose: () => void }) {
  const t = useTranslations('chat');
  const remove = useRemoveMessage();
  return (
    <Confirm
      isOpen
      title={t('removeTitle')}
      text={isOwn ? t('removeOwnText') : t('removeText', { name: message.sender.full_name })}
      action={t('remove')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(message, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
