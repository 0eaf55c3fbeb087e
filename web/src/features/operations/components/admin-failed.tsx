import { MeadowError } from '@meadow/client';
import { useTranslations } from 'use-intl';
import { FailedScreen } from '../../../shared/ui/failed-screen.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

/** In place of a screen of the administration: it is not for this user, or it could not be loaded. */
export function AdminFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTranslations('operations');
  if (!(error instanceof MeadowError) || error.code !== 'auth.not-super-admin') {
    return <FailedScreen error={error} reset={reset} />;
  }
  return (
    <Notice isScreen icon="lock" title={t('onlyAdmins')} text={t('onlyAdminsText')}>
      <ButtonLink to="/today">{t('toMeadow')}</ButtonLink>
    </Notice>
  );
}
