import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const room = async (scenario: Scenario) => ({ path: { id: (await scenario.groups()).team } });

/** A message of the owner, who is admin of the team. */
const message = async (scenario: Scenario) => {
  const { team } = await scenario.groups();
  const { id } = await scenario.made(`/api/chat/rooms/${team}/messages`, 'message', { content: 'Good morning' });
  return { team, id };
};

const messageInPath = async (scenario: Scenario) => {
  const { team, id } = await message(scenario);
  return { path: { id: team, messageId: id }, body: { content: 'Good evening' } };
};

/** Groups are read by their members alone, also among super admins, who remove what is reported. */
export const CHAT_ROWS: Rows = {
  'GET /api/chat/rooms': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/chat/rooms/:id/messages': row('401 401 | 404 404 200 200 | 404', room),
  'POST /api/chat/rooms/:id/messages': row('401 401 | 404 404 201 201 | 404', async (scenario) => ({
    ...(await room(scenario)),
    body: { content: 'Good morning' },
  })),
  'PATCH /api/chat/rooms/:id/messages/:messageId': row('401 401 | 404 404 403 200 | 404', messageInPath),
  'DELETE /api/chat/rooms/:id/messages/:messageId': row('401 401 | 404 404 403 200 | 200', async (scenario) => ({
    path: (await messageInPath(scenario)).path,
  })),
  'POST /api/chat/rooms/:id/typing': row('401 401 | 404 404 200 200 | 404', room),
  'PUT /api/chat/rooms/:id/read-mark': row('401 401 | 404 404 200 200 | 404', async (scenario) => {
    const { team, id } = await message(scenario);
    return { path: { id: team }, body: { message_id: id } };
  }),
};
