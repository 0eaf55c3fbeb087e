/** A group as notifications name it. */
export type NamedGroup = { kind: 'organization' | 'team'; id: string; name: string };

/**
 * `fromUserId` caused the event. `day` limits notifications to one of each kind for each user, group and day.
 */
type GroupEvent = { userId: string; fromUserId: string | null; group: NamedGroup; day: string };

export function addedToGroup(event: GroupEvent) {
  const { group } = event;
  return {
    ...notificationOf('added_to_group', event),
    title: `You were added to “${group.name}”`,
    body: `You are now a member of this ${group.kind}. Accept or decline: until you accept, its members cannot send you email because of it.`,
  };
}

export function invitedToGroup({ invitationId, ...event }: GroupEvent & { invitationId: string }) {
  const { group } = event;
  const notification = notificationOf('invited_to_group', event);
  return {
    ...notification,
    title: `You are invited to “${group.name}”`,
    body: `Accept or decline to be a member of this ${group.kind}.`,
    data: { ...notification.data, invitation_id: invitationId },
  };
}

/** For the new owner. */
export function ownershipReceived(event: GroupEvent) {
  return {
    ...notificationOf('ownership_received', event),
    title: `“${event.group.name}” was transferred to you`,
    body: 'You now own this organization. Accept, or decline to return it.',
  };
}

/** For the previous owner, after the new one declined. */
export function ownershipReturned(event: GroupEvent) {
  return {
    ...notificationOf('ownership_returned', event),
    title: `“${event.group.name}” is yours again`,
    body: 'The new owner declined. Transfer it to another member, or keep it.',
  };
}

function notificationOf<Kind extends string>(kind: Kind, { userId, fromUserId, group, day }: GroupEvent) {
  return {
    userId,
    kind,
    data: {
      ...(group.kind === 'organization' ? { org_id: group.id } : { team_id: group.id }),
      group_name: group.name,
      from_user_id: fromUserId,
    },
    // Adding, removing and adding a user again notifies them once a day.
    dedupeKey: `${kind}:${group.id}:${day}`,
  };
}
