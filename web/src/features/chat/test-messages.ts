import type { Message } from './chat.ts';

export const ME = '0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90';
export const JONAS = '0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e91';

/** A message of Jonas for the tests of rules, sent at 12:00 on 26 November unless the changes say otherwise. */
export function message(id: string, { senderId = JONAS, ...changes }: Partial<Message> & { senderId?: string } = {}) {
  return {
    id,
    room_id: 'room',
    sender: { id: senderId, full_name: 'Jonas Weber', avatar_url: null, is_ai: false },
    content: `Text ${id}`,
    mentions: [],
    created_at: '2026-11-26T12:00:00.000Z',
    edited_at: null,
    removed_at: null,
    ...changes,
  } satisfies Message;
}
