/** A group as notifications name it. */
export type NamedGroup = { kind: 'organization' | 'team'; id: string; name: string };

type GroupNotification = {
  userId: string;
  kind: string;
  title: string;
  body: string;
  data: Record<string, string>;
  dedupeKey: string;
};

/** `day` limits notifications to one of each kind for each user, group and day. */
type GroupEvent = { userId: string; group: NamedGroup; day: string };

export function addedToGroup(event: GroupEvent): GroupNotification {
  const { group } = event;
  return {
    ...notificationOf('added_to_group', event),
    title: `You were added to “${group.name}”`,
    body: `You are now a member of this ${group.kind}. Accept or decline: until you accept, its members cannot send you email because of it.`,
  };
}

export function invitedToGroup({ invitationId, ...event }: GroupEvent & { invitationId: string }): GroupNotification {
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
export function ownershipReceived(event: GroupEvent): GroupNotification {
  return {
    ...notificationOf('ownership_received', event),
    title: `“${event.group.name}” was transferred to you`,
    body: 'You now own this organization. Accept, or decline to return it.',
  };
}

/** For the previous owner, after the new one declined. */
export function ownershipReturned(event: GroupEvent): GroupNotification {
  return {
    ...notificationOf('ownership_returned', event),
    title: `“${event.group.name}” is yours again`,
    body: 'The new owner declined. Transfer it to another member, or keep it.',
  };
}

function notificationOf(kind: string, { userId, group, day }: GroupEvent) {
  return {
    userId,
    kind,
    data: { [group.kind === 'organization' ? 'org_id' : 'team_id']: group.id },
    // Adding, removing and adding a user again notifies them once a day.
    dedupeKey: `${kind}:${group.id}:${day}`,
  };
}
