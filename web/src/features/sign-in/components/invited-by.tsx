import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { invitationQuery } from '../api/queries.ts';

/** Who invites to what. An invitation to the server itself names neither. */
export function InvitedBy({ token }: { token: string }) {
  const t = useTranslations('sign-in.invitation');
  const { data } = useQuery({ ...invitationQuery(token), retry: false });
  if (data === undefined) return t('toServer');
  const { group, invited_by: inviter } = data.invitation;
  return t.rich(group.kind, {
    name: () => <strong dir="auto">{inviter.full_name}</strong>,
    group: () => <strong dir="auto">{group.name}</strong>,
    organization: () => <strong dir="auto">{group.organization_name}</strong>,
  });
}
