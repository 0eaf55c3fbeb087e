import { Button } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useRenameToken } from '../api/tokens.ts';
import { MAX_NAME_LENGTH } from '../token.rules.ts';
import classes from './rows.module.css';

/** Renames a token in its row. */
export function TokenName({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const t = useTranslations('personal-token');
  const rename = useRenameToken(id);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name },
    validate: { name: isNotEmpty(t('nameMissing')) },
    onSubmitPreventDefault: 'always',
  });
  return (
    <Stack
      as="form"
      gap={1}
      fits
      breaks
      className={classes.facts}
      noValidate
      onSubmit={form.onSubmit(
        (values) => rename.mutate(values.name.trim(), { onSuccess: onDone }),
        () => form.getInputNode('name')?.focus(),
      )}
    >
      <TextField
        label={t('name')}
        limit={MAX_NAME_LENGTH}
        autoFocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Problem error={rename.error} isSpaced />
      <Actions>
        <Button type="submit" loading={rename.isPending}>
          {t('save')}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Actions>
    </Stack>
  );
}
