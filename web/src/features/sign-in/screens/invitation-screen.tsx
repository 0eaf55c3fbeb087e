import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useAcceptByToken } from '../api/invitation.ts';
import { invitationQuery } from '../api/queries.ts';
import { InvitationCodeForm } from '../components/invitation-code-form.tsx';
import { InvitedBy } from '../components/invited-by.tsx';
import classes from '../components/links.module.css';
import { ReceivedInvitations } from '../components/received-invitations.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { tokenOf } from '../target.ts';
import { useConfig } from '../use-config.ts';

/** The landing page of an invitation to an organization or a team. Without a token: the invitations that name the user. */
export function InvitationScreen({ isGuest }: { isGuest: boolean }) {
  const t = useTranslations('sign-in.invitation');
  const problemOf = useProblem();
  const token = tokenOf(useLocation({ select: ({ hash }) => hash }));
  const { data, error } = useQuery({ ...invitationQuery(token), enabled: token !== '' });
  const accept = useAcceptByToken();

  if (token === '') {
    return (
      <WelcomeLayout title={t('listTitle')}>
        {!isGuest && <ReceivedInvitations />}
        <InvitationCodeForm to="/invitation" />
      </WelcomeLayout>
    );
  }
  if (accept.isSuccess) return <Accepted name={accept.data.invitation.group.name} />;
  if (error !== null) {
    return (
      <WelcomeLayout title={t('failedTitle')} text={<p role="alert">{problemOf(error)}</p>}>
        <ButtonLink to="/" size="lg" fullWidth>
          {t('toStart')}
        </ButtonLink>
      </WelcomeLayout>
    );
  }
  return (
    <WelcomeLayout title={t('title')} text={data === undefined ? t('loading') : <InvitedBy token={token} />}>
      {data !== undefined && (
        <Text below={5} tone="quiet">
          {t(`${data.invitation.group.kind}Means`)}
        </Text>
      )}
      {isGuest ? (
        <GuestWays token={token} isTeam={data?.invitation.group.kind === 'team'} />
      ) : (
        <Stack gap={4}>
          <Problem error={accept.error} />
          <Button size="lg" fullWidth loading={accept.isPending} onClick={() => accept.mutate(token)}>
            {t('accept')}
          </Button>
          <ButtonLink to="/today" variant="outline" fullWidth>
            {t('notNow')}
          </ButtonLink>
        </Stack>
      )}
    </WelcomeLayout>
  );
}

/** A guest signs in, or creates an account with the invitation. A team takes members of its organization only. */
function GuestWays({ token, isTeam }: { token: string; isTeam: boolean }) {
  const t = useTranslations('sign-in.invitation');
  const { sign_in: signIn } = useConfig();
  const hasSignUp = !isTeam && (signIn.sign_up === 'open' || signIn.sign_up === 'invite');
  return (
    <Stack gap={4}>
      {hasSignUp && (
        <ButtonLink to="/sign-up" hash={token} size="lg" fullWidth>
          {t('signUp')}
        </ButtonLink>
      )}
      <ButtonLink
        to="/sign-in"
        search={{ to: '/invitation' }}
        hash={token}
        variant={hasSignUp ? 'outline' : 'filled'}
        fullWidth
      >
        {t('signIn')}
      </ButtonLink>
    </Stack>
  );
}

function Accepted({ name }: { name: string }) {
  const t = useTranslations('sign-in.invitation');
  return (
    <WelcomeLayout
      title={t('acceptedTitle')}
      text={<p role="status">{t.rich('acceptedText', { group: () => <strong dir="auto">{name}</strong> })}</p>}
    >
      <ButtonLink to="/today" size="lg" fullWidth>
        {t('goOn')}
      </ButtonLink>
      <Cluster as="p" gap={4} rows={0} justify="between" above={3}>
        <Link className={classes.link} to="/journal">
          {t('toJournal')}
        </Link>
      </Cluster>
    </WelcomeLayout>
  );
}
