import { Button, Loader } from '@mantine/core';
import { MeadowError } from '@meadow/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text, Title } from '../../../shared/ui/text.tsx';
import { firstRunQuery } from '../api/queries.ts';
import { CodeForm } from '../components/code-form.tsx';
import { FirstAccountForm } from '../components/first-account-form.tsx';
import { FirstRole } from '../components/first-role.tsx';
import { Mark } from '../components/mark.tsx';
import classes from './first-run-screen.module.css';

type FirstRunScreenProps = {
  /** Empty without one. */
  code: string;
  /** The name of the signed-in user. */
  userName: string | null;
  /** The issuer of an external identity provider. */
  issuer: string | null;
  onCode: (code: string) => void;
  onDone: () => void;
};

/** The first minutes of a server: the code that the start printed makes one person super admin. */
export function FirstRunScreen({ code, onCode, ...account }: FirstRunScreenProps) {
  const t = useTranslations('operations.firstRun');
  const check = useQuery({ ...firstRunQuery(code), enabled: code !== '' });
  if (code === '') {
    return (
      <Stack gap={4}>
        <Text tone="quiet">{t('text')}</Text>
        <CodeForm problem={null} onCode={onCode} />
      </Stack>
    );
  }
  if (check.isPending) {
    return (
      <p className={classes.checking} role="status">
        <Loader size="sm" />
        {t('checking')}
      </p>
    );
  }
  if (check.error instanceof MeadowError && check.error.code === 'first-run.finished') {
    return <Finished isSignedIn={account.userName !== null} />;
  }
  if (check.error instanceof MeadowError && check.error.status === 400) {
    return <CodeForm problem={t('codeInvalid')} onCode={onCode} />;
  }
  if (check.isError) {
    return (
      <Stack gap={4}>
        <Problem error={check.error} />
        <Button onClick={() => check.refetch()}>{t('useCode')}</Button>
      </Stack>
    );
  }
  return (
    <Stack gap={4}>
      <Text tone="quiet">{t('text')}</Text>
      <p className={classes.accepted}>
        <Mark tone="good">{t('accepted')}</Mark>
        <Button variant="subtle" className={classes.other} onClick={() => onCode('')}>
          {t('otherCode')}
        </Button>
      </p>
      <Account code={code} {...account} />
    </Stack>
  );
}

function Account({ code, userName, issuer, onDone }: Omit<FirstRunScreenProps, 'onCode'>) {
  const t = useTranslations('operations.firstRun');
  if (userName !== null) return <FirstRole name={userName} code={code} onDone={onDone} />;
  if (issuer === null) return <FirstAccountForm code={code} onDone={onDone} />;
  return (
    <>
      <p>{t('signInFirst', { issuer })}</p>
      <ButtonLink to="/sign-in" search={{ to: '/welcome' }} hash={code} size="lg" fullWidth>
        {t('signIn')}
      </ButtonLink>
    </>
  );
}

function Finished({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations('operations.firstRun');
  return (
    <Stack gap={4}>
      <Title level="xl">{t('finishedTitle')}</Title>
      <Text tone="quiet">{t('finishedText')}</Text>
      <ButtonLink to={isSignedIn ? '/admin/setup' : '/sign-in'} size="lg" fullWidth>
        {t(isSignedIn ? 'toSetup' : 'signIn')}
      </ButtonLink>
    </Stack>
  );
}
