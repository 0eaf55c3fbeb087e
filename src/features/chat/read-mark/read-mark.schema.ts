import Type, { type Static } from 'typebox';
import { Timestamp, Uuid } from '#platform/http/shapes.ts';

export const NewReadMark = Type.Object(
  { message_id: Type.String({ format: 'uuid', description: 'The last message that you read.' }) },
  { title: 'NewChatReadMark' },
);
export type NewReadMark = Static<typeof NewReadMark>;

const ReadMark = Type.Object({ room_id: Uuid, read_until: Timestamp }, { title: 'ChatReadMark' });
export type ReadMark = Static<typeof ReadMark>;

export const ReadMarkBody = Type.Object({ read_mark: ReadMark }, { title: 'ChatReadMarkBody' });
