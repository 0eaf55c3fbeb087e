import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { DraftFields } from '../../../app/local/database.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { notebooksQuery } from '../api/queries.ts';
import { Spine } from '../notebooks/spine.tsx';
import { AudiencePreview } from '../sharing/audience-preview.tsx';
import { SharingFields } from '../sharing/sharing-fields.tsx';
import type { Tone } from '../tone.ts';
import classes from './details.module.css';
import { MoodField } from './mood-field.tsx';
import { TagField } from './tag-field.tsx';

export type DetailsProps = {
  fields: DraftFields;
  tone: Tone | null;
  onChange: (change: Partial<DraftFields>) => void;
};

/** What is said about a text, beside it. A phone shows one part at a time. */
export function Details(props: DetailsProps) {
  return (
    <aside className={classes.details}>
      <MoodField mood={props.fields.mood} tone={props.tone} onChange={(mood) => props.onChange({ mood })} />
      <NotebookField {...props} />
      <SharingField {...props} />
      <TagField tags={props.fields.tags} onChange={(tags) => props.onChange({ tags })} />
    </aside>
  );
}

export function NotebookField({ fields, onChange }: DetailsProps) {
  const t = useTranslations('journal');
  const { data: notebooks = [] } = useQuery(notebooksQuery);
  const { notebook_id: chosen } = fields;
  const isUnknown = chosen !== null && !notebooks.some(({ id }) => id === chosen);
  return (
    <NativeSelect
      label={t('notebook')}
      data={[
        { value: '', label: t('noNotebook') },
        ...notebooks.map(({ id, name }) => ({ value: id, label: name })),
        ...(isUnknown ? [{ value: chosen, label: t('notebook') }] : []),
      ]}
      value={chosen ?? ''}
      leftSection={chosen === null ? <Icon name="notebook" size={20} /> : <Spine id={chosen} />}
      rightSection={<Icon name="chevron-down" size={16} />}
      onChange={(event) => onChange({ notebook_id: event.currentTarget.value || null })}
    />
  );
}

/** Who can see an entry, and will. A sheet has the heading already, and counts the people of groups. */
export function SharingField({ fields, onChange, isInSheet = false }: DetailsProps & { isInSheet?: boolean }) {
  const t = useTranslations('journal');
  const { data: notebooks = [] } = useQuery(notebooksQuery);
  const notebook = notebooks.find(({ id }) => id === fields.notebook_id);
  return (
    <Stack as="section" gap={3} aria-label={t('whoSees')}>
      {!isInSheet && (
        <Text as="h2" weight={600}>
          {t('whoSees')}
        </Text>
      )}
      <SharingFields
        sharing={fields}
        inherited={notebook === undefined ? null : t('likeNotebook', { name: notebook.name })}
        isInSheet={isInSheet}
        onChange={onChange}
      />
      <AudiencePreview sharing={fields} notebookId={fields.notebook_id} />
    </Stack>
  );
}
