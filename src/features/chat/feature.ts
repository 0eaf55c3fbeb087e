import { defineFeature } from '#access/feature.ts';
import { CHAT_INVARIANTS } from './message/message.invariants.ts';
import { messageRoutes } from './message/message.routes.ts';
import { MESSAGE_TABLES } from './message/message.table.ts';
import { MESSAGE_SEARCH_INVARIANTS } from './message-search/message-search.invariants.ts';
import { FOLD_MESSAGES } from './message-search/message-search.jobs.ts';
import { createChatParts } from './parts.ts';
import { readMarkRoutes } from './read-mark/read-mark.routes.ts';
import { READ_MARK_TABLES } from './read-mark/read-mark.table.ts';
import { roomRoutes } from './room/room.routes.ts';
import { ROOM_TABLES } from './room/room.table.ts';
import { typingRoutes } from './typing/typing.routes.ts';

export const chat = defineFeature({
  parts: createChatParts,
  routes: {
    member: [roomRoutes, messageRoutes, readMarkRoutes, typingRoutes],
  },
  jobs: [FOLD_MESSAGES],
  invariants: [...CHAT_INVARIANTS, ...MESSAGE_SEARCH_INVARIANTS],
  tables: [...MESSAGE_TABLES, ...READ_MARK_TABLES, ...ROOM_TABLES],
});
