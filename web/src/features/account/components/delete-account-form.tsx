import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { needsFreshSignIn, useFreshSignIn } from '../../../app/session/fresh-sign-in.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { Choices } from '../../../shared/ui/choices.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useDeleteAccount } from '../api/account.ts';
import classes from './delete-account-form.module.css';

const WORD = 'DELETE';

/** Deletes the account after its word is typed, so that no slip of a finger can. */
export function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations('account');
  const [when, setWhen] = useState<'later' | 'now'>('later');
  const remove = useDeleteAccount();
  const askForSignIn = useFreshSignIn();
  const run = () => remove.mutate(when === 'now', { onError: (error) => askForSignIn(error, run) });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { confirm: '' },
    validate: { confirm: (value) => (value.trim() === WORD ? null : t('deletion.wrongWord', { word: WORD })) },
    onSubmitPreventDefault: 'always',
  });
  return (
    <Stack
      as="form"
      noValidate
      gap={4}
      ruled={5}
      above={5}
      onSubmit={form.onSubmit(run, () => form.getInputNode('confirm')?.focus())}
    >
      <Choices
        areTiles
        label={t('deletion.when')}
        value={when}
        options={[
          { value: 'later', label: t('deletion.later') },
          { value: 'now', label: t('deletion.now') },
        ]}
        onChange={setWhen}
      />
      <p role="status">{t(when === 'now' ? 'deletion.nowText' : 'deletion.laterText')}</p>
      <TextInput
        label={t('deletion.word', { word: WORD })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        key={form.key('confirm')}
        {...form.getInputProps('confirm')}
      />
      <Problem error={needsFreshSignIn(remove.error) ? null : remove.error} isSpaced />
      <Actions>
        <Button type="submit" className={classes.delete} loading={remove.isPending}>
          {t(when === 'now' ? 'deletion.confirmNow' : 'deletion.confirm')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('deletion.keep')}
        </Button>
      </Actions>
    </Stack>
  );
}
