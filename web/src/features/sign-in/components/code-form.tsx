import { Button, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { type Challenge, useSecondFactor } from '../api/sign-in.ts';
import { useFieldProblem } from '../use-field-problem.ts';
import classes from './links.module.css';
import { useWait, WaitProblem } from './wait-problem.tsx';

type CodeFormProps = { challenge: Challenge; onSignedIn: () => void; onBack: () => void };

const FIELDS = {
  'identity.invalid-code': 'code',
  'identity.code-used': 'code',
  'identity.invalid-backup-code': 'code',
};

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ challenge, onSignedIn, onBack }: CodeFormProps) {
  const t = useTranslations('sign-in.code');
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const verify = useSecondFactor();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '', trustDevice: false },
    validate: {
      code: (code) => {
        if (kind === 'app') return /^\d{6}$/.test(code.replaceAll(' ', '')) ? null : t('codeInvalid');
        return code.trim() === '' ? t('recoveryMissing') : null;
      },
    },
  });
  const showAtField = useFieldProblem(form, FIELDS);
  const isAtField = form.errors.code !== undefined;
  const wait = useWait(isAtField ? null : verify.error);
  const isApp = kind === 'app';

  const submit = form.onSubmit(
    ({ code, trustDevice }) =>
      verify.mutate(
        { kind, code: code.replaceAll(' ', ''), trustDevice, challenge },
        { onSuccess: onSignedIn, onError: showAtField },
      ),
    () => form.getInputNode('code')?.focus(),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4}>
        <p>{isApp ? t('appText') : t('recoveryText')}</p>
        <TextInput
          key={`${form.key('code')} ${kind}`}
          label={isApp ? t('appCode') : t('recoveryCode')}
          inputMode={isApp ? 'numeric' : 'text'}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          autoFocus
          spellCheck={false}
          {...form.getInputProps('code')}
        />
        <Switch
          label={t('trust')}
          key={form.key('trustDevice')}
          {...form.getInputProps('trustDevice', { type: 'checkbox' })}
        />
        <WaitProblem {...wait} />
        <Button type="submit" size="lg" fullWidth loading={verify.isPending} disabled={wait.remaining > 0}>
          {t('submit')}
        </Button>
      </Stack>
      <Cluster gap={4} rows={0} justify="between" above={3}>
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            verify.reset();
            form.setFieldValue('code', '');
            form.clearErrors();
            setKind(isApp ? 'recovery' : 'app');
          }}
        >
          {isApp ? t('useRecovery') : t('useApp')}
        </button>
        <button type="button" className={classes.link} onClick={onBack}>
          {t('back')}
        </button>
      </Cluster>
    </form>
  );
}
