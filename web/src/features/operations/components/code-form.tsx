import { Button, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { Stack } from '../../../shared/ui/stack.tsx';

/** Asks for the code that the start printed, where the link did not bring it. */
export function CodeForm({ problem, onCode }: { problem: string | null; onCode: (code: string) => void }) {
  const t = useTranslations('operations.firstRun');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    initialErrors: problem === null ? {} : { code: problem },
    validate: { code: isNotEmpty(t('codeMissing')) },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ code }) => onCode(code.trim()),
        () => form.getInputNode('code')?.focus(),
      )}
    >
      <Stack gap={4}>
        <TextInput
          label={t('code')}
          description={t('codeHelp')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" size="lg" fullWidth>
          {t('useCode')}
        </Button>
      </Stack>
    </form>
  );
}
