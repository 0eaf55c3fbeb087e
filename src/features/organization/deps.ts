import type { AccountDeps } from '#features/account';
import type { NotificationDeps } from '#features/notification';
import type { Tx } from '#platform/db/database.ts';
import type { RequestLimits } from '#platform/http/limits/rate-limit.ts';
import type { GroupKind } from './member/member.schema.ts';
import type { OrganizationEvent } from './organization-event.schema.ts';

export type OrganizationDeps = AccountDeps &
  NotificationDeps & {
    sharing: GroupSharing;
    /** Queues the email in the transaction and counts it for the inviter's day. `ok` does not reveal whether the address is known. */
    inviteByMail: (tx: Tx, invitation: EmailInvitation) => Promise<InvitationMailOutcome>;
    requestLimits: Pick<RequestLimits, 'countHourly'>;
    /** Hands on what happens in organizations, in the transaction of the cause. Implemented by a higher feature. */
    onOrganizationEvents: (tx: Tx, events: readonly OrganizationEvent[]) => Promise<void>;
  };

/** An invitation to an email address. */
export type EmailInvitation = {
  id: string;
  inviterId: string;
  address: string;
  group: { kind: GroupKind; name: string };
  expiresAt: Date;
};

export type InvitationMailOutcome = 'ok' | 'invalid-address' | 'not-allowed' | 'quota-spent';

/** What users share with groups. Implemented by higher features. */
export type GroupSharing = {
  /** Locks what a user shares until the transaction ends. Must precede any lock of a group. */
  lock: (tx: Tx, userId: string) => Promise<void>;
  /** Makes what a user shares with these groups private. Requires `lock`. */
  revoke: (tx: Tx, groupIds: readonly string[], userId: string) => Promise<void>;
  /** Makes what all users share with these groups private. The groups are locked for deletion. */
  revokeAll: (tx: Tx, groupIds: readonly string[]) => Promise<void>;
};
