import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { usePerson } from '../person.tsx';
import { choiceOf, type Part, type Sharing, withChoice } from './sharing.rules.ts';

type SharingFieldsProps = {
  sharing: Sharing;
  /** What the level of a notebook is called. Null without a notebook: then it is the user alone. */
  inherited: string | null;
  onChange: (sharing: Sharing) => void;
};

/** Who sees the title, and who reads the text. */
export function SharingFields({ sharing, inherited, onChange }: SharingFieldsProps) {
  const t = useTranslations('journal');
  const options = useOptions(inherited);
  const select = (part: Part, label: string) => {
    const choice = choiceOf(sharing, part);
    return (
      <NativeSelect
        label={label}
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
      {select('metadata', t('sharingAbout'))}
      {select('content', t('sharingText'))}
    </>
  );
}

const ICONS: Record<string, 'lock' | 'people' | 'globe' | 'home' | 'notebook'> = {
  team: 'people',
  organization: 'home',
  public: 'globe',
};

function useOptions(inherited: string | null) {
  const t = useTranslations('journal');
  const { groups } = usePerson();
  return [
    { value: 'inherit', label: inherited ?? t('onlyYou') },
    ...(inherited === null ? [] : [{ value: 'private', label: t('onlyYou') }]),
    ...groups.map(({ id, name, kind }) => ({ value: `${kind}:${id}`, label: name })),
    { value: 'public', label: t('everyone') },
  ];
}
