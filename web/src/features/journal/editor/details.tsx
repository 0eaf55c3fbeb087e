import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { DraftFields } from '../../../app/local/database.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { audienceQuery, notebooksQuery } from '../api/queries.ts';
import { Spine } from '../notebooks/spine.tsx';
import { AudienceSentence } from '../sharing/audience-sentence.tsx';
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

export function SharingField({ fields, onChange }: DetailsProps) {
  const t = useTranslations('journal');
  const { data: notebooks = [] } = useQuery(notebooksQuery);
  const notebook = notebooks.find(({ id }) => id === fields.notebook_id);
  return (
    <section className={classes.sharing} aria-label={t('whoSees')}>
      <h2 className={classes.heading}>{t('whoSees')}</h2>
      <SharingFields
        sharing={fields}
        inherited={notebook === undefined ? null : t('likeNotebook', { name: notebook.name })}
        onChange={onChange}
      />
      <DraftAudience fields={fields} />
    </section>
  );
}

/** Who will be able to see a draft once it is saved. */
export function DraftAudience({ fields, isInButton = false }: { fields: DraftFields; isInButton?: boolean }) {
  const t = useTranslations('journal');
  const { notebook_id, metadata_visibility, content_visibility, team_id, org_id } = fields;
  const question = { notebook_id, metadata_visibility, content_visibility, team_id, org_id };
  const isShared = [notebook_id, metadata_visibility, content_visibility].some(
    (value) => value !== null && value !== 'private',
  );
  const { data, isError } = useQuery({ ...audienceQuery(question), enabled: isShared });
  const audience = isShared ? data : ONLY_YOU;
  return (
    <div className={classes.audience} {...(!isInButton && { role: 'status' })}>
      {audience === undefined ? (
        <p className={classes.unknown}>{t(isError ? 'audienceUnknown' : 'audienceLoading')}</p>
      ) : (
        <AudienceSentence audience={audience} />
      )}
    </div>
  );
}

const NO_READERS = { kind: 'private' as const, name: null, people_count: 0 };
const ONLY_YOU = { metadata: NO_READERS, content: NO_READERS };
