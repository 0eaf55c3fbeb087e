import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { memberCountsQuery } from '../api/queries.ts';
import { type Group, usePerson } from '../person.tsx';
import { choiceOf, type Part, type Sharing, withChoice } from './sharing.rules.ts';

type SharingFieldsProps = {
  sharing: Sharing;
  /** What the level of a notebook is called. Null without a notebook: then it is the user alone. */
  inherited: string | null;
  /** In a sheet the first choice has the focus, and groups say how many people they have. */
  isInSheet?: boolean;
  onChange: (sharing: Sharing) => void;
};

/** Who sees the title, and who reads the text. */
export function SharingFields({ sharing, inherited, isInSheet = false, onChange }: SharingFieldsProps) {
  const t = useTranslations('journal');
  const options = useOptions(inherited, isInSheet);
  const select = (part: Part, label: string, isFirst: boolean) => {
    const choice = choiceOf(sharing, part);
    return (
      <NativeSelect
        label={label}
        data-autofocus={(isInSheet && isFirst) || undefined}
        data={options}
        // Without a notebook, private and inherited are the same.
        value={inherited === null && choice === 'private' ? 'inherit' : choice}
        leftSection={<Icon name={ICONS[choice.split(':')[0] ?? ''] ?? 'lock'} size={20} />}
        rightSection={<Icon name="chevron-down" size={16} />}
        onChange={(event) => onChange(withChoice(sharing, part, event.currentTarget.value))}
      />
    );
  };
  return (
    <>
      {select('metadata', t('sharingAbout'), true)}
      {select('content', t('sharingText'), false)}
    </>
  );
}

const ICONS: Record<string, 'lock' | 'people' | 'globe' | 'home' | 'notebook'> = {
  team: 'people',
  organization: 'home',
  public: 'globe',
};

function useOptions(inherited: string | null, isCounted: boolean) {
  const t = useTranslations('journal');
  const { groups } = usePerson();
  const { data: counts } = useQuery({ ...memberCountsQuery, enabled: isCounted && groups.length > 0 });
  const nameOf = ({ id, name, kind }: Group) => {
    const count = counts?.get(id);
    return count === undefined
      ? t('groupOf', { name, kind: t(kind) })
      : t('groupOfPeople', { name, kind: t(kind), count });
  };
  return [
    { value: 'inherit', label: inherited ?? t('onlyYou') },
    ...(inherited === null ? [] : [{ value: 'private', label: t('onlyYou') }]),
    ...groups.map((group) => ({ value: `${group.kind}:${group.id}`, label: nameOf(group) })),
    { value: 'public', label: t('everyone') },
  ];
}
