import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { Entry } from '../entry.ts';

/** Who can see an own entry, in a word or by the name of the group. */
export function SharingLabel({ audience }: { audience: NonNullable<Entry['audience']> }) {
  const t = useTranslations('journal');
  const { metadata, content } = audience;
  const isTextPrivate = content.kind === 'private';
  const { kind, name } = isTextPrivate ? metadata : content;
  const readers = kind === 'public' ? t('everyone') : (name ?? t('onlyYou'));
  const readersOfTitle = kind === 'public' ? t('titleForEveryone') : t('titleFor', { name: readers });
  return (
    <span>
      <Icon name={isTextPrivate ? 'lock' : kind === 'public' ? 'globe' : 'people'} size={16} />
      <bdi>{isTextPrivate && kind !== 'private' ? readersOfTitle : readers}</bdi>
    </span>
  );
}
