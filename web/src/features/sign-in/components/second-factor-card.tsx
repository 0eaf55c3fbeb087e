import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { Cluster } from '../../../shared/ui/row.tsx';
import { useRemoveApp, useReplaceRecoveryCodes, useSetUpApp } from '../api/security.ts';
import { Done } from './done.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './security-card.module.css';
import { SecurityCard } from './security-card.tsx';
import { VerifyFirst } from './verify-first.tsx';

const AppSetup = lazyPart(async () => (await import('./app-setup.tsx')).default);

type Stage =
  | { kind: 'rest'; done: string | null }
  | { kind: 'password'; purpose: 'setUp' | 'remove' | 'replace' }
  | { kind: 'setup'; uri: string; codes: readonly string[] }
  | { kind: 'codes'; codes: readonly string[]; isNew: boolean };

/** Codes of an authenticator app: set up, recovery codes, remove. */
export function SecondFactorCard({ isOn }: { isOn: boolean }) {
  const t = useTranslations('sign-in.security');
  const [stage, setStage] = useState<Stage>({ kind: 'rest', done: null });
  const rest = (done: string | null = null) => setStage({ kind: 'rest', done });
  return (
    <SecurityCard id="second-factor" icon="shield" title={t('factor')} text={isOn ? t('factorOn') : t('factorOff')}>
      <Done text={stage.kind === 'rest' ? stage.done : null} />
      {stage.kind === 'rest' && (
        <Cluster gap={3} className={classes.actions}>
          {isOn ? (
            <>
              <Button variant="outline" onClick={() => setStage({ kind: 'password', purpose: 'replace' })}>
                {t('newCodes')}
              </Button>
              <Button variant="subtle" onClick={() => setStage({ kind: 'password', purpose: 'remove' })}>
                {t('removeFactor')}
              </Button>
            </>
          ) : (
            <VerifyFirst>
              <Button variant="outline" onClick={() => setStage({ kind: 'password', purpose: 'setUp' })}>
                {t('setUpFactor')}
              </Button>
            </VerifyFirst>
          )}
        </Cluster>
      )}
      {stage.kind === 'password' && <PasswordStep purpose={stage.purpose} onStage={setStage} onCancel={() => rest()} />}
      {stage.kind === 'setup' && (
        <Suspense fallback={<p>{t('loading')}</p>}>
          <AppSetup
            uri={stage.uri}
            onVerified={() => setStage({ kind: 'codes', codes: stage.codes, isNew: true })}
            onCancel={() => rest()}
          />
        </Suspense>
      )}
      {stage.kind === 'codes' && (
        <RecoveryCodes codes={stage.codes} onKept={() => rest(t(stage.isNew ? 'factorIsOn' : 'codesReplaced'))} />
      )}
    </SecurityCard>
  );
}

type PasswordStepProps = {
  purpose: 'setUp' | 'remove' | 'replace';
  onStage: (stage: Stage) => void;
  onCancel: () => void;
};

function PasswordStep({ purpose, onStage, onCancel }: PasswordStepProps) {
  const t = useTranslations('sign-in.security');
  const setUp = useSetUpApp();
  const remove = useRemoveApp();
  const replace = useReplaceRecoveryCodes();
  switch (purpose) {
    case 'setUp':
      return (
        <OwnPasswordForm
          key={purpose}
          change={setUp}
          action={t('goOn')}
          onDone={({ totpURI, backupCodes }) => onStage({ kind: 'setup', uri: totpURI, codes: backupCodes })}
          onCancel={onCancel}
        />
      );
    case 'remove':
      return (
        <>
          <p>{t('removeFactorText')}</p>
          <OwnPasswordForm
            key={purpose}
            change={remove}
            action={t('removeFactor')}
            onDone={() => onStage({ kind: 'rest', done: t('factorIsOff') })}
            onCancel={onCancel}
          />
        </>
      );
    case 'replace':
      return (
        <>
          <p>{t('newCodesText')}</p>
          <OwnPasswordForm
            key={purpose}
            change={replace}
            action={t('newCodes')}
            onDone={({ backupCodes }) => onStage({ kind: 'codes', codes: backupCodes, isNew: false })}
            onCancel={onCancel}
          />
        </>
      );
  }
}
