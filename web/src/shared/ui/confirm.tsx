import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../problem/problem.tsx';
import classes from './confirm.module.css';
import { Dialog } from './dialog.tsx';

type ConfirmProps = {
  isOpen: boolean;
  title: string;
  /** What follows, and what stays. */
  text: ReactNode;
  /** What the button does, by its name. */
  action: string;
  isPending?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be undone. */
export function Confirm({ isOpen, title, text, action, isPending = false, error, onConfirm, onClose }: ConfirmProps) {
  const t = useTranslations('app');
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <div className={classes.text}>{text}</div>
      <Problem error={error} isSpaced />
      <div className={classes.actions}>
        <Button variant="outline" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button onClick={onConfirm} loading={isPending}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
