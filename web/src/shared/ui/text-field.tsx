import {
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useRef } from 'react';
import { useLimit } from './use-limit.ts';

/** `limit`: the characters that the server takes. A longer text stays whole, and the field says how much is too much. */
type Limited<Props> = Omit<Props, 'maxLength' | 'ref'> & { limit: number };

/** A line of text with a limit. */
export function TextField({ limit, ref, ...props }: Limited<TextInputProps> & { ref?: Ref<HTMLInputElement> }) {
  const field = useRef<HTMLInputElement>(null);
  const problem = useLimit(field, limit, props);
  return <TextInput {...props} ref={useMergedRef(field, ref)} error={problem ?? props.error} />;
}

/** A text of several lines with a limit. */
export function TextArea({ limit, ref, ...props }: Limited<TextareaProps> & { ref?: Ref<HTMLTextAreaElement> }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const problem = useLimit(field, limit, props);
  return <Textarea {...props} ref={useMergedRef(field, ref)} error={problem ?? props.error} />;
}

/** A password with a limit. */
export function SecretField({ limit, ...props }: Limited<PasswordInputProps>) {
  const field = useRef<HTMLInputElement>(null);
  const problem = useLimit(field, limit, props);
  return <PasswordInput {...props} ref={field} error={problem ?? props.error} />;
}
