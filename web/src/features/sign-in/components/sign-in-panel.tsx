import { useState } from 'react';
import type { Challenge, Step } from '../api/sign-in.ts';
import { useConfig } from '../use-config.ts';
import { CodeForm } from './code-form.tsx';
import { LinkSent } from './link-sent.tsx';
import { OutsideSignIn } from './outside-sign-in.tsx';
import { PasswordForm } from './password-form.tsx';

type SignInPanelProps = {
  onSignedIn: () => void;
  /** The account to sign in with, where only that one will do. */
  email?: string | undefined;
  /** Where an outside provider leads back to. */
  to: string;
};

type Stage =
  | { kind: 'password'; email: string }
  | { kind: 'linkSent'; email: string }
  | { kind: 'code'; challenge: Challenge };

/** All ways to sign in to this server, on a screen or in a dialog. */
export function SignInPanel({ onSignedIn, email, to }: SignInPanelProps) {
  const { sign_in: signIn } = useConfig();
  const [stage, setStage] = useState<Stage>({ kind: 'password', email: email ?? '' });
  const onStep = (step: Step) =>
    step.kind === 'signedIn' ? onSignedIn() : setStage({ kind: 'code', challenge: step.challenge });
  const toStart = () => setStage({ kind: 'password', email: stage.kind === 'linkSent' ? stage.email : (email ?? '') });

  if (signIn.kind === 'external') return <OutsideSignIn to={to} />;
  switch (stage.kind) {
    case 'code':
      return <CodeForm challenge={stage.challenge} onSignedIn={onSignedIn} onBack={toStart} />;
    case 'linkSent':
      return <LinkSent email={stage.email} onStep={onStep} onBack={toStart} />;
    case 'password':
      return (
        <PasswordForm
          email={stage.email}
          isEmailFixed={email !== undefined}
          onStep={onStep}
          onLinkSent={(address) => setStage({ kind: 'linkSent', email: address })}
        />
      );
  }
}
