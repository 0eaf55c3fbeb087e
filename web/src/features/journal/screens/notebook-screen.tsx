import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '@meadow/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaveNotebook } from '../api/notebook-actions.ts';
import { audienceQuery, type SharingFields as Sharing } from '../api/queries.ts';
import { DeleteNotebook } from '../notebooks/delete-notebook.tsx';
import { AudienceSentence } from '../sharing/audience-sentence.tsx';
import { SharingFields } from '../sharing/sharing-fields.tsx';
import classes from './notebook-screen.module.css';

type Notebook = components['schemas']['Notebook'];

const PRIVATE: Sharing = { metadata_visibility: null, content_visibility: null, team_id: null, org_id: null };

/** Names a notebook, and says who sees the entries that follow it. */
export function NotebookScreen({ notebook }: { notebook: Notebook | null }) {
  const t = useTranslations('journal');
  const navigate = useNavigate();
  const save = useSaveNotebook(notebook);
  const [began] = useState(() => (notebook === null ? PRIVATE : sharingOf(notebook)));
  const [sharing, setSharing] = useState(began);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: notebook?.name ?? '', description: notebook?.description ?? '' },
    validate: { name: (name) => (name.trim() === '' ? t('notebookNameMissing') : null) },
    onSubmitPreventDefault: 'always',
  });

  const submit = form.onSubmit(
    async ({ name, description }) => {
      const isSharingChanged = JSON.stringify(sharing) !== JSON.stringify(began);
      const body = { name: name.trim(), description, ...(isSharingChanged && sharing) };
      try {
        const { notebook: saved } = await save.mutateAsync(body);
        await navigate({ to: '/journal', search: { notebook: saved.id } });
      } catch {
        // Shown above the button.
      }
    },
    () => form.getInputNode('name')?.focus(),
  );

  return (
    <div className={classes.screen}>
      <Row align="start">
        <IconLink to="/notebooks" aria-label={t('notebooksBack')} className={classes.back}>
          <Icon name="chevron-left" />
        </IconLink>
        <Box grows>
          <ScreenHeader title={notebook === null ? t('notebookNew') : t('notebookEdit')} />
        </Box>
      </Row>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          key={form.key('name')}
          {...form.getInputProps('name')}
          label={t('notebookName')}
          limit={100}
          required
          withAsterisk={false}
          errorProps={{ role: 'alert' }}
        />
        <TextArea
          key={form.key('description')}
          {...form.getInputProps('description')}
          label={t('notebookDescription')}
          description={t('optional')}
          rows={3}
          limit={1000}
        />
        <fieldset className={classes.sharing}>
          <legend className={classes.legend}>{t('notebookSharing')}</legend>
          <p className={classes.help}>{t('notebookSharingText')}</p>
          <SharingFields sharing={sharing} inherited={null} onChange={setSharing} />
          <Consequence sharing={sharing} isChanged={sharing !== began} notebook={notebook} />
        </fieldset>
        <Problem error={save.error} />
        <Row gap={3} align="stretch">
          <Button type="submit" loading={save.isPending}>
            {notebook === null ? t('notebookCreate') : t('save')}
          </Button>
        </Row>
      </form>
      {notebook !== null && <DeleteNotebook notebook={notebook} />}
    </div>
  );
}

/** Who will see the entries, and how many of them change. */
function Consequence({
  sharing,
  isChanged,
  notebook,
}: {
  sharing: Sharing;
  isChanged: boolean;
  notebook: Notebook | null;
}) {
  const t = useTranslations('journal');
  const { data, isError } = useQuery(audienceQuery({ ...sharing, notebook_id: null }));
  return (
    <Stack gap={2} surface="accent" role="status">
      {data !== undefined && <AudienceSentence audience={data} />}
      {isError && <p>{t('audienceUnknown')}</p>}
      {isChanged && notebook !== null && (
        <p className={classes.count}>
          {t('notebookChanges', {
            count: notebook.inheriting_entry_count,
            rest: notebook.entry_count - notebook.inheriting_entry_count,
          })}
        </p>
      )}
    </Stack>
  );
}

function sharingOf({ metadata_visibility, content_visibility, team_id, org_id }: Notebook): Sharing {
  const levelOf = (level: Notebook['content_visibility']) => (level === 'user' ? null : level);
  return {
    metadata_visibility: levelOf(metadata_visibility),
    content_visibility: levelOf(content_visibility),
    team_id,
    org_id,
  };
}
