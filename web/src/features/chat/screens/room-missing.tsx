import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

/** A room that the user cannot read, or not any more. */
export function RoomMissing() {
  const t = useTranslations('chat');
  return (
    <Notice isScreen icon="search" title={t('missing')} text={t('missingText')}>
      <ButtonLink to="/chat">{t('toRooms')}</ButtonLink>
    </Notice>
  );
}
