import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLiveEvents } from '../../../app/events/events-provider.tsx';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { useKeyboardInset } from '../../../shared/ui/use-keyboard-inset.ts';
import { useChatCache } from '../api/cache.ts';
import { useLoadOlder } from '../api/changes.ts';
import { messagesQuery } from '../api/queries.ts';
import { usePending } from '../api/use-pending.ts';
import type { Message, Room } from '../chat.ts';
import { Announcer } from '../components/announcer.tsx';
import { MessageList } from '../components/message-list.tsx';
import type { Act } from '../components/message-menu.tsx';
import { MessageRow } from '../components/message-row.tsx';
import { PendingRow } from '../components/pending-row.tsx';
import { RemoveDialog } from '../components/remove-dialog.tsx';
import { ReportDialog } from '../components/report-dialog.tsx';
import { RoomFoot } from '../components/room-foot.tsx';
import { RoomHeader } from '../components/room-header.tsx';
import { RowHead } from '../components/row-head.tsx';
import { TypingLine } from '../components/typing-line.tsx';
import { keepText } from '../kept-texts.ts';
import { removal } from '../loaded.rules.ts';
import { rowsOf } from '../rows.rules.ts';
import { useReadMark } from '../use-read-mark.ts';
import { useRoomWords } from '../use-room-words.ts';
import classes from './room-screen.module.css';

/** The messages of a room, and the field to write one. */
export function RoomScreen({ room, userId }: { room: Room; userId: string }) {
  const t = useTranslations('chat');
  const clock = useZoneClock();
  const { nameOf } = useRoomWords();
  const cache = useChatCache();
  const inset = useKeyboardInset();
  const { data } = useSuspenseQuery(messagesQuery(room.id));
  const { messages, next_cursor: cursor } = data;
  const older = useLoadOlder(room.id);
  const pending = usePending({ userId, roomId: room.id, list: data });
  const [readUntil] = useState(room.read_until);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [chosen, setChosen] = useState<{ act: Act; message: Message } | null>(null);
  const [takenBack, setTakenBack] = useState(0);
  const act = useCallback((kind: Act, message: Message) => setChosen({ act: kind, message }), []);
  const close = () => setChosen(null);
  const takeBack = (content: string) => {
    keepText(room.id, content);
    setTakenBack(takenBack + 1);
  };
  const rows = useMemo(
    () => rowsOf(messages, pending, { userId, clock, readUntil }),
    [messages, pending, userId, clock, readUntil],
  );
  useReadMark(room, messages, userId, isAtEnd);
  // A refresh shows this among the newest messages only.
  useLiveEvents((event) => {
    if (event.kind !== 'chat.message' || event.data.room !== room.id || event.data.change !== 'deleted') return;
    cache.changeMessage(room.id, event.data.message_id, removal(event.occurred_at));
  });

  return (
    <section className={classes.screen} data-covers-tabs style={{ paddingBlockEnd: inset }} aria-label={nameOf(room)}>
      <RoomHeader room={room} />
      {rows.length === 0 ? (
        <div className={classes.empty}>
          <Notice
            icon="chat"
            title={t(room.can_write ? 'emptyRoom' : 'emptyClosed')}
            text={t(room.can_write ? `emptyRoomTexts.${room.kind}` : 'closed')}
          />
        </div>
      ) : (
        <MessageList
          label={t('messages')}
          rows={rows}
          hasOlder={cursor !== null}
          isLoadingOlder={older.isPending}
          onOlder={() => cursor !== null && older.mutate(cursor)}
          isAtEnd={isAtEnd}
          onAtEnd={setIsAtEnd}
        >
          {(row) => (
            <div key={row.key}>
              <RowHead row={row} />
              {row.pending !== null ? (
                <PendingRow
                  pending={row.pending}
                  isGroupStart={row.isGroupStart}
                  userId={userId}
                  onTakeBack={room.can_write ? takeBack : null}
                />
              ) : (
                <MessageRow
                  message={row.message}
                  isGroupStart={row.isGroupStart}
                  userId={userId}
                  canRemove={room.can_remove}
                  onAct={act}
                />
              )}
            </div>
          )}
        </MessageList>
      )}
      <div>
        <Problem error={older.error} />
        <TypingLine room={room} userId={userId} messages={messages} />
        <RoomFoot
          room={room}
          userId={userId}
          edited={chosen?.act === 'edit' ? chosen.message : null}
          version={takenBack}
          onEdited={close}
        />
      </div>
      <Announcer newest={messages[0]} userId={userId} />
      {chosen?.act === 'remove' && (
        <RemoveDialog message={chosen.message} isOwn={chosen.message.sender.id === userId} onClose={close} />
      )}
      {chosen?.act === 'report' && <ReportDialog message={chosen.message} onClose={close} />}
    </section>
  );
}
