import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../problem/problem.tsx';
import { Box } from './box.tsx';
import { Dialog } from './dialog.tsx';
import { Cluster } from './row.tsx';

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
      <Box tone="quiet" breaks>
        {text}
      </Box>
      <Problem error={error} isSpaced />
      <Cluster gap={3} justify="end" above={5}>
        <Button variant="outline" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button onClick={onConfirm} loading={isPending}>
          {action}
        </Button>
      </Cluster>
    </Dialog>
  );
}
