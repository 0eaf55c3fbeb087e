import type { ModalProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Modal } from './modal.tsx';

type DialogProps = Pick<ModalProps, 'classNames' | 'children'> & {
  title: string;
  isOpen?: boolean;
  onClose: () => void;
};

/** A dialog above the page. After it the focus is where it was. */
export function Dialog({ isOpen = true, ...props }: DialogProps) {
  const t = useTranslations('app');
  return <Modal {...props} opened={isOpen} closeButtonProps={{ 'aria-label': t('close'), size: 44 }} />;
}
