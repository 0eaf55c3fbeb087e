import { Button } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useChangeProfile, useProfile } from '../api/profile.ts';

const MAX_NAME_LENGTH = 200;

export function NameForm() {
  const t = useTranslations('account');
  const profile = useProfile();
  const change = useChangeProfile();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { full_name: profile.full_name },
    validate: { full_name: isNotEmpty(t('name.missing')) },
    onSubmitPreventDefault: 'always',
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ full_name }) => change.mutate({ full_name: full_name.trim() }),
        () => form.getInputNode('full_name')?.focus(),
      )}
    >
      <TextField
        label={t('name.label')}
        description={t('name.text')}
        autoComplete="name"
        dir="auto"
        limit={MAX_NAME_LENGTH}
        key={form.key('full_name')}
        {...form.getInputProps('full_name')}
      />
      <Problem error={change.error} isSpaced />
      <Cluster gap={3} align="center" above={4} tone="accent" weight={500}>
        <Button type="submit" loading={change.isPending}>
          {t('name.save')}
        </Button>
        <p role="status">{change.isSuccess && t('saved')}</p>
      </Cluster>
    </form>
  );
}
