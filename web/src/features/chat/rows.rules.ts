import { dateOf } from '../../shared/days/days.rules.ts';
import type { ZoneClock } from '../../shared/days/zone-clock.rules.ts';
import type { Message } from './chat.ts';
import { isLater } from './unread.rules.ts';

/** A message that waits to be sent. */
export type Pending = {
  /** Of the message. */
  id: string;
  /** Of the write in the outbox. */
  key: string;
  content: string;
  queuedAt: number;
  /** `waiting`: the server could not be reached. */
  state: 'sending' | 'waiting' | 'failed';
  /** Why it failed, in the words of the server. Null otherwise. */
  reason: string | null;
};

export type Row = {
  key: string;
  /** The day that begins with this row. Null within a day. */
  day: string | null;
  /** Whether what the user has not read begins here. */
  isFirstUnread: boolean;
  /** Whether face and name stand here: the rows of one sender within minutes follow each other without. */
  isGroupStart: boolean;
} & ({ message: Message; pending: null } | { message: null; pending: Pending });

type Reader = {
  userId: string;
  /** Undefined for that of the device. */
  clock: ZoneClock | undefined;
  /** When the room was opened. */
  readUntil: string | null;
};

const GROUP_MS = 5 * 60_000;

/** The rows of a room, oldest first: its messages (given newest first), then what waits to be sent. */
export function rowsOf(messages: readonly Message[], pending: readonly Pending[], reader: Reader): Row[] {
  const { userId, clock, readUntil } = reader;
  const facts = [
    ...messages.toReversed().map((message) => ({
      key: message.id,
      senderId: message.sender.id,
      at: Date.parse(message.created_at),
      isUnread: readUntil !== null && message.sender.id !== userId && isLater(message.created_at, readUntil),
      content: { message, pending: null },
    })),
    ...pending.map((item) => ({
      key: item.id,
      senderId: userId,
      at: item.queuedAt,
      isUnread: false,
      content: { message: null, pending: item },
    })),
  ];
  const firstUnread = facts.findIndex(({ isUnread }) => isUnread);
  let lastDay: string | null = null;
  return facts.map(({ key, senderId, at, content }, index) => {
    const before = facts[index - 1];
    const day = dateOf(new Date(at), clock);
    const isNewDay = day !== lastDay;
    lastDay = day;
    const isFirstUnread = index === firstUnread;
    const isGroupStart = isNewDay || isFirstUnread || before?.senderId !== senderId || at - before.at > GROUP_MS;
    return { key, day: isNewDay ? day : null, isFirstUnread, isGroupStart, ...content };
  });
}
