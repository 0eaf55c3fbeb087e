import { Button } from '@mantine/core';
import { hasLength, isEmail, isNotEmpty, useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSignUp } from '../api/sign-in.ts';
import { useFieldProblem } from '../use-field-problem.ts';
import { EmailField } from './email-field.tsx';
import { MIN_PASSWORD_LENGTH, NewPasswordField } from './password-field.tsx';
import { useWait, WaitProblem } from './wait-problem.tsx';

const FIELDS = {
  'identity.password-too-common': 'password',
  'identity.user-already-exists-use-another-email': 'email',
};

type SignUpFormProps = {
  /** The token of an invitation; empty without one. */
  invitation: string;
  onSignedUp: (email: string, outcome: { isSignedIn: boolean }) => void;
};

export function SignUpForm({ invitation, onSignedUp }: SignUpFormProps) {
  const t = useTranslations('sign-in.fields');
  const signUp = useSignUp();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: isNotEmpty(t('nameMissing')),
      email: isEmail(t('emailInvalid')),
      password: hasLength({ min: MIN_PASSWORD_LENGTH }, t('passwordShort', { min: MIN_PASSWORD_LENGTH })),
    },
  });
  const showAtField = useFieldProblem(form, FIELDS);
  const isAtField = Object.keys(form.errors).length > 0;
  const wait = useWait(isAtField ? null : signUp.error);
  const submit = form.onSubmit(
    (values) =>
      signUp.mutate(
        { ...values, ...(invitation !== '' && { invitation }) },
        { onSuccess: (outcome) => onSignedUp(values.email, outcome), onError: showAtField },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'name')?.focus(),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4}>
        <TextField
          label={t('name')}
          description={t('nameText')}
          autoComplete="name"
          limit={200}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <EmailField key={form.key('email')} {...form.getInputProps('email')} />
        <NewPasswordField key={form.key('password')} {...form.getInputProps('password')} />
        <WaitProblem {...wait} />
        <Button type="submit" size="lg" fullWidth loading={signUp.isPending} disabled={wait.remaining > 0}>
          {t('signUp')}
        </Button>
      </Stack>
    </form>
  );
}
