import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Message } from '../chat.ts';
import { lineOf } from '../text.rules.ts';

/** Says messages of others to screen readers as they come. */
export function Announcer({ newest, userId }: { newest: Message | undefined; userId: string }) {
  const t = useTranslations('chat');
  const [opened] = useState(newest?.id);
  const isNew = newest !== undefined && newest.id !== opened && newest.sender.id !== userId && newest.content !== null;
  return (
    <VisuallyHidden role="status">
      {isNew && t('lastMessage', { name: newest.sender.full_name, text: lineOf(newest.content ?? '') })}
    </VisuallyHidden>
  );
}
