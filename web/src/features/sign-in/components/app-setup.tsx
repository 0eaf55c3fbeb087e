import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { encode } from 'uqr';
import { useTranslations } from 'use-intl';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useVerifyApp } from '../api/security.ts';
import { useFieldProblem } from '../use-field-problem.ts';
import classes from './security-card.module.css';

const FIELDS = { 'identity.invalid-code': 'code', 'identity.code-used': 'code' };

type AppSetupProps = { uri: string; onVerified: () => void; onCancel: () => void };

/** Shows the secret of an authenticator app, and takes the first code. Loaded on demand, because of the QR code. */
export default function AppSetup({ uri, onVerified, onCancel }: AppSetupProps) {
  const t = useTranslations('sign-in.security');
  const problemOf = useProblem();
  const verify = useVerifyApp();
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{6}$/.test(code.replaceAll(' ', '')) ? null : t('codeInvalid')) },
  });
  const showAtField = useFieldProblem(form, FIELDS);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ code }) => verify.mutate(code.replaceAll(' ', ''), { onSuccess: onVerified, onError: showAtField }),
        () => form.getInputNode('code')?.focus(),
      )}
    >
      <Stack gap={4}>
        <p>{t('scan')}</p>
        <QrCode text={uri} label={t('qr')} />
        <p>{t('typeSecret')}</p>
        <p className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <p>
          <a href={uri}>{t('openApp')}</a>
        </p>
        <TextInput
          label={t('firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <FormProblem message={form.errors.code === undefined ? problemOf(verify.error) : null} />
        <Cluster gap={3} className={classes.actions}>
          <Button type="submit" loading={verify.isPending}>
            {t('switchOn')}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
