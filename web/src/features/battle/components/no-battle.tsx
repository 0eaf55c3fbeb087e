import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

/** A week without a battle: a path that names none, or a week before the first. */
export function NoBattle() {
  const t = useTranslations('battle');
  return (
    <Notice isScreen icon="battle" title={t('noBattle')} text={t('noBattleText')}>
      <ButtonLink to="/battle">{t('toThisWeek')}</ButtonLink>
    </Notice>
  );
}
