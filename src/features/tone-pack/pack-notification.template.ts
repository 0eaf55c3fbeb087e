type Pack = { id: string; name: string };

/** A user gets one for each pack. */
export function packShared({ id, name }: Pack, userId: string, owner: { id: string; name: string }) {
  return {
    userId,
    kind: 'tone_pack_shared' as const,
    title: 'A tone pack was shared with you',
    body: `${owner.name || 'A user'} shared the tone pack “${name}” with you.`,
    data: { pack_id: id, pack_name: name, from_user_id: owner.id },
    dedupeKey: `tone_pack_shared:${id}`,
  };
}

/** The owner gets one notification of sales for each pack and day (UTC). */
export const keyOfSales = (packId: string, day: string) => `tone_pack_bought:${packId}:${day}`;

/** For the owner, who does not learn who bought the pack. */
export function packBought({ id, name }: Pack, ownerId: string, day: string) {
  return {
    userId: ownerId,
    kind: 'tone_pack_bought' as const,
    title: 'Your tone pack was bought',
    body: `A user bought your tone pack “${name}”.`,
    data: { pack_id: id, pack_name: name },
    dedupeKey: keyOfSales(id, day),
  };
}
