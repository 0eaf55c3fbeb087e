/** Says who sent the drop but not its text, because locked screens show notifications. */
export function dropNotification(drop: { id: string; recipient_id: string }, sender: { id: string; name: string }) {
  return {
    userId: drop.recipient_id,
    kind: 'drop_received' as const,
    title: 'You received a drop',
    body: `${sender.name || 'A user'} sent you a drop.`,
    data: { drop_id: drop.id, from_user_id: sender.id },
  };
}

/** Omits the text of the drop, because it was written from the recipient's journal. */
export function assistantDropNotification(drop: { id: string; recipient_id: string }) {
  return {
    userId: drop.recipient_id,
    kind: 'drop_received' as const,
    title: 'Your assistant sent you a drop',
    body: 'A few encouraging words are waiting for you.',
    data: { drop_id: drop.id, from_user_id: null },
  };
}
