import { Button } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useJoinWaitlist } from '../api/invitation.ts';
import { EmailField } from '../components/email-field.tsx';
import classes from '../components/links.module.css';
import { useWait, WaitProblem } from '../components/wait-problem.tsx';
import { WelcomeLayout } from '../components/welcome-layout.tsx';
import { useFieldProblem } from '../use-field-problem.ts';

/** Asks the operator for an invitation. */
export function WaitlistScreen() {
  const t = useTranslations('sign-in.waitlist');
  const fields = useTranslations('sign-in.fields');
  const join = useJoinWaitlist();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', name: '', note: '' },
    validate: { email: isEmail(fields('emailInvalid')) },
  });
  const showAtField = useFieldProblem(form);
  const wait = useWait(form.errors.email === undefined ? join.error : null);
  const submit = form.onSubmit(
    (values) => join.mutate(values, { onError: showAtField }),
    () => form.getInputNode('email')?.focus(),
  );
  if (join.isSuccess) {
    return (
      <WelcomeLayout title={t('doneTitle')}>
        <p role="status">{t.rich('doneText', { email: () => <strong dir="auto">{join.variables.email}</strong> })}</p>
        <Cluster as="p" gap={4} rows={0} justify="between" above={3}>
          <Link className={classes.link} to="/">
            {t('back')}
          </Link>
        </Cluster>
      </WelcomeLayout>
    );
  }
  return (
    <WelcomeLayout title={t('title')} text={t('text')}>
      <form noValidate onSubmit={submit}>
        <Stack gap={4}>
          <EmailField key={form.key('email')} {...form.getInputProps('email')} />
          <TextField
            label={t('name')}
            autoComplete="name"
            limit={200}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <TextArea
            label={t('note')}
            description={t('noteText')}
            rows={3}
            limit={1000}
            key={form.key('note')}
            {...form.getInputProps('note')}
          />
          <WaitProblem {...wait} />
          <Button type="submit" size="lg" fullWidth loading={join.isPending} disabled={wait.remaining > 0}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
      <Cluster as="p" gap={4} rows={0} justify="between" above={3}>
        <Link className={classes.link} to="/">
          {t('back')}
        </Link>
      </Cluster>
    </WelcomeLayout>
  );
}
