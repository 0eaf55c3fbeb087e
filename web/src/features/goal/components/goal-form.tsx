import { Button } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { DateField } from '../../../shared/ui/date-field.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { Goal } from '../api/queries.ts';

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2_000;

type GoalFields = Pick<Goal, 'title' | 'description' | 'target_date'>;

const EMPTY: GoalFields = { title: '', description: '', target_date: null };

type GoalFormProps = {
  /** null for a new one. */
  goal: Goal | null;
  action: string;
  isPending: boolean;
  error: unknown;
  onSave: (fields: GoalFields) => void;
};

export function GoalForm({ goal, action, isPending, error, onSave }: GoalFormProps) {
  const t = useTranslations('goal');
  const { title, description, target_date } = goal ?? EMPTY;
  const form = useForm<GoalFields>({
    initialValues: { title, description, target_date },
    validate: { title: isNotEmpty(t('titleMissing')) },
    onSubmitPreventDefault: 'always',
  });
  const { value: target, onChange: setTarget } = form.getInputProps('target_date') as {
    value: string | null;
    onChange: (value: string | null) => void;
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (fields) => onSave({ ...fields, title: fields.title.trim() }),
        () => document.getElementById(TITLE_ID)?.focus(),
      )}
    >
      <Stack gap={4}>
        <TextField
          id={TITLE_ID}
          label={t('fieldTitle')}
          description={t('fieldTitleHelp')}
          limit={MAX_TITLE_LENGTH}
          required
          withAsterisk={false}
          {...form.getInputProps('title')}
        />
        <TextArea
          label={t('fieldDescription')}
          rows={4}
          limit={MAX_DESCRIPTION_LENGTH}
          {...form.getInputProps('description')}
        />
        <DateField label={t('fieldTarget')} description={t('fieldTargetHelp')} value={target} onChange={setTarget} />
        <Problem error={error} />
        <Button type="submit" size="lg" loading={isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}

const TITLE_ID = 'goal-title';
