import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { roomsQuery } from '../features/chat/api/rooms.ts';
import { EmptyPane } from '../shared/ui/empty-pane.tsx';

export const Route = createFileRoute('/_user/chat/')({ component: NoRoom });

function NoRoom() {
  const t = useTranslations('chat');
  const { data: rooms } = useSuspenseQuery(roomsQuery);
  return <EmptyPane {...(rooms.length > 0 && { text: t('choose') })} />;
}
