import type { PhotoForm } from '../load/stage.ts';

/** A caller, and the records of the caller that requests name. */
export type Client = {
  token: string;
  entryId: string;
  notebookId: string;
  goalId: string;
  roomId: string;
  /** The recipient of drops. */
  friendId: string;
  photo: PhotoForm;
};

export type CostedRequest = {
  name: string;
  /** How often an active user makes it in a day: assumed. */
  perDay: number;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: (client: Client) => string;
  body?: (client: Client) => object;
  /** Whether the client's photo is sent. */
  sendsPhoto?: boolean;
};

const TODAY = new Date().toISOString().slice(0, 10);
const TEXT = 'Today I walked along the river, the light was good, and I felt calm. '.repeat(15).slice(0, 1000);

const read = (name: string, perDay: number, path: CostedRequest['path'] | string): CostedRequest => ({
  name,
  perDay,
  method: 'GET',
  path: typeof path === 'string' ? () => path : path,
});

const write = (
  name: string,
  perDay: number,
  path: CostedRequest['path'] | string,
  body: (client: Client) => object,
  method: CostedRequest['method'] = 'POST',
): CostedRequest => ({ name, perDay, method, path: typeof path === 'string' ? () => path : path, body });

/** What the web client asks for often, writes first: what they leave behind is read. A day has 50 requests. */
export const REQUESTS: readonly CostedRequest[] = [
  write('write an entry', 1.2, '/api/journal', () => ({
    title: 'A new entry',
    content: TEXT,
    mood: 'calm',
    tags: ['daily', 'river'],
  })),
  write(
    'change an entry',
    1,
    ({ entryId }) => `/api/journal/${entryId}`,
    () => ({ content: `${TEXT} And more.` }),
    'PUT',
  ),
  write(
    'check a goal in',
    1,
    ({ goalId }) => `/api/goals/${goalId}/check-ins`,
    () => ({ status: 'completed' }),
  ),
  write('note satisfaction', 0.5, '/api/satisfaction-entries', () => ({ score: 7, entry_date: TODAY })),
  write('note sleep', 0.5, '/api/sleep-entries', () => ({ sleep_date: TODAY, hours: 7.5, quality: 4 })),
  write(
    'send a chat message',
    1.5,
    ({ roomId }) => `/api/chat/rooms/${roomId}/messages`,
    () => ({ content: 'Well done!' }),
  ),
  write('send a drop', 0.5, '/api/encouragement-drops/send', ({ friendId }) => ({
    recipient_id: friendId,
    drop_type: 'encouragement',
    content: 'Keep going.',
  })),
  {
    name: 'check in with a photo of 2 MB',
    perDay: 0.8,
    method: 'POST',
    path: () => '/api/workout-window/checkin',
    sendsPhoto: true,
  },
  read('today', 7, '/api/today'),
  read('me', 4.5, '/api/me'),
  read('own list', 3, '/api/journal?scope=mine&limit=50'),
  read('visible list', 4, '/api/journal?limit=50'),
  read('search', 0.5, '/api/journal?search=river&limit=50'),
  read('one entry', 4, ({ entryId }) => `/api/journal/${entryId}`),
  read('moods of a month', 1, `/api/journal/moods?from=${TODAY.slice(0, 8)}01&to=${TODAY}`),
  read('notebooks', 1.5, '/api/notebooks'),
  read('a notebook', 0.5, ({ notebookId }) => `/api/notebooks/${notebookId}`),
  read('tags', 1, '/api/tags'),
  read('goals', 2, '/api/goals'),
  read('notifications', 3, '/api/notifications'),
  read('my window', 0.5, '/api/workout-window/my-window'),
  read('chain', 2, `/api/workout-window/chain/${TODAY}`),
  read('squad', 1, `/api/workout-window/squad/${TODAY}`),
  read('check-ins of a date', 1, `/api/workout-window/checkins/${TODAY}`),
  read('mosaic', 1, `/api/workout-window/mosaic/${TODAY}`),
  read('chat rooms', 1.5, '/api/chat/rooms'),
  read('chat messages', 2, ({ roomId }) => `/api/chat/rooms/${roomId}/messages`),
  read('drops received', 1, '/api/encouragement-drops/received'),
  read('leaderboard', 0.5, '/api/encouragement-drops/leaderboard'),
  read('balance', 0.5, '/api/drops/balance'),
];
