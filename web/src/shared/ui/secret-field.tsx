import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useRef } from 'react';
import { type Limited, useLimit } from './use-limit.ts';

/** A password with a limit. */
export function SecretField({ limit, ...props }: Limited<PasswordInputProps>) {
  const field = useRef<HTMLInputElement>(null);
  const problem = useLimit(field, limit, props);
  return <PasswordInput {...props} ref={field} error={problem ?? props.error} />;
}
