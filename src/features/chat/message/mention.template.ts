type Mentioning = {
  messageId: string;
  roomId: string;
  /** Null for the room of a squad. */
  roomName: string | null;
  senderId: string;
  senderName: string;
};

/** Omits the text, because locked screens show notifications. A user gets one for each message. */
export function mentionedInChat(userId: string, { messageId, roomId, roomName, senderId, senderName }: Mentioning) {
  return {
    userId,
    kind: 'chat_mentioned' as const,
    title: 'You were mentioned',
    body: `${senderName || 'A user'} mentioned you in the chat of ${roomName === null ? 'your squad' : `“${roomName}”`}.`,
    data: { room_id: roomId, message_id: messageId, from_user_id: senderId },
    dedupeKey: `chat_mentioned:${messageId}`,
  };
}
