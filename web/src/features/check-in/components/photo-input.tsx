import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

type PhotoInputProps = Pick<ButtonProps, 'variant' | 'size' | 'leftSection'> & {
  /** Whether a phone opens its camera in place of its files. */
  isCamera?: boolean;
  isMain?: boolean;
  children: ReactNode;
  onPhoto: (file: File) => void;
};

/** A button that asks for a photo from the files of the device, or from its camera. */
export function PhotoInput({ isCamera = false, isMain = false, onPhoto, children, ...props }: PhotoInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*,.heic,.heif"
        {...(isCamera && { capture: 'environment' as const })}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          if (file !== undefined) onPhoto(file);
          currentTarget.value = '';
        }}
      />
      <Button {...props} {...(isMain && { 'data-is-main': true })} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
