import { Button } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { useChangeAddress } from '../api/address.ts';
import { useConfig } from '../use-config.ts';
import { useFieldProblem } from '../use-field-problem.ts';
import { Done } from './done.tsx';
import { EmailField } from './email-field.tsx';
import classes from './security-card.module.css';
import { SecurityCard } from './security-card.tsx';

export function AddressCard({ email, isVerified }: { email: string; isVerified: boolean }) {
  const t = useTranslations('sign-in.security');
  const { services } = useConfig();
  const [isOpen, setIsOpen] = useState(false);
  const [requested, setRequested] = useState<string | null>(null);
  const values = { email: () => <strong dir="auto">{email}</strong> };
  const state = isVerified || !services.mail ? t.rich('addressText', values) : t.rich('addressUnverified', values);
  return (
    <SecurityCard id="address" icon="mail" title={t('address')} text={state}>
      <Done text={requested === null ? null : t(isVerified ? 'addressBoth' : 'addressNew', { email: requested })} />
      {isOpen ? (
        <AddressChange
          onRequested={(address) => {
            setRequested(address);
            setIsOpen(false);
          }}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <Cluster gap={3} className={classes.actions}>
          {!isVerified && services.mail && (
            <ButtonLink to="/verify-address" search={{ to: '/me/security' }}>
              {t('verifyAddress')}
            </ButtonLink>
          )}
          {services.mail && (
            <Button variant="outline" onClick={() => setIsOpen(true)}>
              {t('changeAddress')}
            </Button>
          )}
          {!services.mail && <Muted>{t('addressNoMail')}</Muted>}
        </Cluster>
      )}
    </SecurityCard>
  );
}

function AddressChange({ onRequested, onCancel }: { onRequested: (email: string) => void; onCancel: () => void }) {
  const t = useTranslations('sign-in.security');
  const fields = useTranslations('sign-in.fields');
  const problemOf = useProblem();
  const change = useChangeAddress();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newEmail: '' },
    validate: { newEmail: isEmail(fields('emailInvalid')) },
  });
  const showAtField = useFieldProblem(form, { 'identity.email-is-the-same': 'newEmail' });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ newEmail }) => change.mutate(newEmail, { onSuccess: () => onRequested(newEmail), onError: showAtField }),
        () => form.getInputNode('newEmail')?.focus(),
      )}
    >
      <Stack gap={4}>
        <EmailField
          label={t('newAddress')}
          description={t('newAddressText')}
          autoFocus
          key={form.key('newEmail')}
          {...form.getInputProps('newEmail')}
        />
        <FormProblem message={form.errors.newEmail === undefined ? problemOf(change.error) : null} />
        <Cluster gap={3} className={classes.actions}>
          <Button type="submit" loading={change.isPending}>
            {t('sendLinks')}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}
