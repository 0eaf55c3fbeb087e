/** A group as notices name it. */
export type NamedGroup = { kind: 'organization' | 'team'; id: string; name: string };

/** What a notification says; `day` bounds it to one of its kind for each group and day. */
type GroupNotification = {
  userId: string;
  kind: string;
  title: string;
  body: string;
  data: Record<string, string>;
  dedupeKey: string;
};

type ProviderEvent = { userId: string; group: NamedGroup; day: string };

/** Tells a person that another one added them. */
export function addedToGroup({ userId, group, day }: ProviderEvent): GroupNotification {
  return {
    ...notificationOf('added_to_group', { userId, group, day }),
    title: `You were added to “${group.name}”`,
    body: `You are a member of this ${group.kind} now. Accept or decline: until you accept, none of its members can write to you by mail because of it.`,
  };
}

/** Tells a person that they are invited, and by which invitation. */
export function invitedToGroup({ invitationId, ...told }: ProviderEvent & { invitationId: string }): GroupNotification {
  const notice = notificationOf('invited_to_group', told);
  return {
    ...notice,
    title: `You are invited to “${told.group.name}”`,
    body: `Accept or decline to be a member of this ${told.group.kind}.`,
    data: { ...notice.data, invitation_id: invitationId },
  };
}

/** Tells a member that an organization is theirs now. */
export function ownershipReceived({ userId, group, day }: ProviderEvent): GroupNotification {
  return {
    ...notificationOf('ownership_received', { userId, group, day }),
    title: `“${group.name}” was handed to you`,
    body: 'You own this organization now. Accept it, or decline, which gives it back.',
  };
}

/** Tells the former owner that the new one has declined. */
export function ownershipReturned({ userId, group, day }: ProviderEvent): GroupNotification {
  return {
    ...notificationOf('ownership_returned', { userId, group, day }),
    title: `“${group.name}” is yours again`,
    body: 'The new owner has declined. Hand it to another member, or keep it.',
  };
}

function notificationOf(kind: string, { userId, group, day }: ProviderEvent) {
  return {
    userId,
    kind,
    data: { [group.kind === 'organization' ? 'org_id' : 'team_id']: group.id },
    // Who adds, removes and adds again sends one of them.
    dedupeKey: `${kind}:${group.id}:${day}`,
  };
}
