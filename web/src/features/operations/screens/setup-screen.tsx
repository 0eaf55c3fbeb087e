import { useSuspenseQuery } from '@tanstack/react-query';
import { useNow, useTranslations } from 'use-intl';
import { Logo } from '../../../shared/art/logo.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { setupQuery } from '../api/queries.ts';
import { countOpen } from '../checklist.rules.ts';
import { NeededPoints } from '../components/needed-points.tsx';
import { OptionalPoints } from '../components/optional-points.tsx';
import classes from './setup-screen.module.css';

/** What a new server needs before others join. `email` is that of the super admin. */
export function SetupScreen({ email }: { email: string | null }) {
  const t = useTranslations('operations.checklist');
  const { data: setup } = useSuspenseQuery(setupQuery);
  const now = useNow().getTime();
  const open = countOpen(setup, now);
  return (
    <>
      <ScreenHeader title={t('title')} />
      <Stack as="section" gap={4} className={classes.hero} data-surface="night">
        <Logo size={44} />
        <Stack gap={2}>
          <p className={classes.claim}>{open === 0 ? t('allDone') : t('open', { count: open })}</p>
          <p className={classes.hint}>{t('openText')}</p>
        </Stack>
        <ButtonLink to="/today" size="lg" variant="filled">
          {t('enter')}
        </ButtonLink>
      </Stack>
      <Text as="h2" size="lg" weight={600} className={classes.group}>
        {t('needed')}
      </Text>
      <ul className={classes.points}>
        <NeededPoints setup={setup} now={now} email={email} />
      </ul>
      <Text as="h2" size="lg" weight={600} className={classes.group}>
        {t('optional')}
      </Text>
      <ul className={classes.points}>
        <OptionalPoints setup={setup} now={now} />
      </ul>
      <p className={classes.docs}>{t('docs')}</p>
    </>
  );
}
