import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { useAccept, useDecline } from '../api/invitation.ts';
import { receivedInvitationsQuery } from '../api/queries.ts';
import classes from './received-invitations.module.css';

/** The invitations that name the user, each with its answer. */
export function ReceivedInvitations() {
  const t = useTranslations('sign-in.invitation');
  const format = useFormatter();
  const { data } = useSuspenseQuery(receivedInvitationsQuery);
  const accept = useAccept();
  const decline = useDecline();
  if (data.invitations.length === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <>
      <ul className={classes.list}>
        {data.invitations.map(({ id, group, invited_by: inviter, expires_at: expiresAt }) => (
          <li key={id} className={classes.invitation}>
            <p>
              {t.rich(group.kind, {
                name: () => <strong dir="auto">{inviter.full_name}</strong>,
                group: () => <strong dir="auto">{group.name}</strong>,
                organization: () => <strong dir="auto">{group.organization_name}</strong>,
              })}
            </p>
            <p className={classes.ends}>
              {t('ends', { date: format.dateTime(new Date(expiresAt), { day: 'numeric', month: 'long' }) })}
            </p>
            <div className={classes.answers}>
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
            </div>
          </li>
        ))}
      </ul>
      <Problem error={accept.error ?? decline.error} />
    </>
  );
}
