import { useTranslations } from 'use-intl';
import { ButtonLink } from './links.tsx';
import { Notice } from './notice.tsx';

/** Stands at the path of a part of Meadow that has no screen in this version. */
export function NotHereYet() {
  const t = useTranslations('app');
  return (
    <Notice isScreen icon="info" title={t('notHereYetTitle')} text={t('notHereYetText')}>
      <ButtonLink to="/today">{t('toToday')}</ButtonLink>
    </Notice>
  );
}
