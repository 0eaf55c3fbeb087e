import { useTranslations } from 'use-intl';
import { ButtonLink } from './links.tsx';
import { Notice } from './notice.tsx';

/** A path that leads nowhere. */
export function MissingScreen() {
  const t = useTranslations('app');
  return (
    <Notice isScreen icon="search" title={t('missingTitle')} text={t('missingText')}>
      <ButtonLink to="/">{t('toToday')}</ButtonLink>
    </Notice>
  );
}
