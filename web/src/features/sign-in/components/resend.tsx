import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatWait } from '../problem.rules.ts';
import { useRemaining } from '../use-remaining.ts';
import classes from './links.module.css';

/** An address gets three of these emails within an hour, and mail takes a moment to arrive. */
const PAUSE_MS = 60_000;

/** Sends an email once more, a minute after the last one. */
export function Resend({ onResend, isBusy }: { onResend: () => void; isBusy: boolean }) {
  const t = useTranslations('sign-in.mail');
  const [until, setUntil] = useState(() => Date.now() + PAUSE_MS);
  const remaining = useRemaining(until);
  return (
    <button
      type="button"
      className={classes.link}
      disabled={remaining > 0 || isBusy}
      onClick={() => {
        setUntil(Date.now() + PAUSE_MS);
        onResend();
      }}
    >
      {remaining > 0 ? t('resendIn', { wait: formatWait(remaining) }) : t('resend')}
    </button>
  );
}
