import type { ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Modal } from './modal.tsx';

type DialogProps = Pick<ModalProps, 'classNames' | 'children'> & {
  title: string;
  isOpen?: boolean;
  onClose: () => void;
};

/** A dialog above the page. After it the focus is where it was. */
export function Dialog({ isOpen = true, ...props }: DialogProps) {
  useReturnedFocus(isOpen);
  const t = useTranslations('app');
  return <Modal {...props} opened={isOpen} closeButtonProps={{ 'aria-label': t('close'), size: 44 }} />;
}

/** Gives the focus back if the dialog is taken away while it is open. The kit does so only for one that is closed and stays. */
function useReturnedFocus(isOpen: boolean): void {
  const [opener] = useState(() => document.activeElement);
  const wasOpen = useRef(isOpen);
  wasOpen.current = isOpen;
  useEffect(
    () => () => {
      if (!wasOpen.current) return;
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
