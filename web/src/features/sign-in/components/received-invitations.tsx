import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { useAccept, useDecline } from '../api/invitation.ts';
import { receivedInvitationsQuery } from '../api/queries.ts';

/** The invitations that name the user, each with its answer. */
export function ReceivedInvitations() {
  const t = useTranslations('sign-in.invitation');
  const format = useFormatter();
  const { data } = useSuspenseQuery(receivedInvitationsQuery);
  const accept = useAccept();
  const decline = useDecline();
  if (data.invitations.length === 0)
    return (
      <Text below={5} tone="quiet">
        {t('none')}
      </Text>
    );
  return (
    <>
      <Stack as="ul" gap={4} below={5}>
        {data.invitations.map(({ id, group, invited_by: inviter, expires_at: expiresAt }) => (
          <Box as="li" key={id} surface="card">
            <p>
              {t.rich(group.kind, {
                name: () => <strong dir="auto">{inviter.full_name}</strong>,
                group: () => <strong dir="auto">{group.name}</strong>,
                organization: () => <strong dir="auto">{group.organization_name}</strong>,
              })}
            </p>
            <Muted>
              {t('ends', { date: format.dateTime(new Date(expiresAt), { day: 'numeric', month: 'long' }) })}
            </Muted>
            <Cluster gap={3} above={4}>
              <Button loading={accept.isPending && accept.variables === id} onClick={() => accept.mutate(id)}>
                {t('accept')}
              </Button>
              <Button
                variant="outline"
                aria-label={t('declineOf', { group: group.name })}
                loading={decline.isPending && decline.variables === id}
                onClick={() => decline.mutate(id)}
              >
                {t('decline')}
              </Button>
            </Cluster>
          </Box>
        ))}
      </Stack>
      <Problem error={accept.error ?? decline.error} />
    </>
  );
}
