import { useTranslations } from 'use-intl';
import { hasPlace, PLACES } from '../../../app/places.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';

/** Leads to the screen that sends a drop, once there is one. */
export function DropLink({ userId }: { userId: string }) {
  const t = useTranslations('mosaic');
  if (!hasPlace('encouragement')) return null;
  return (
    <ButtonLink
      // The type of a place that is still to come is null.
      to={String(PLACES.encouragement) as '/'}
      search={{ to: userId } as never}
      variant="outline"
      leftSection={<Icon name="drop" size={20} />}
    >
      {t('sendDrop')}
    </ButtonLink>
  );
}
