import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useRef } from 'react';
import { type Limited, useLimit } from './use-limit.ts';

/** A line of text with a limit. */
export function TextField({ limit, ref, ...props }: Limited<TextInputProps> & { ref?: Ref<HTMLInputElement> }) {
  const field = useRef<HTMLInputElement>(null);
  const problem = useLimit(field, limit, props);
  return <TextInput {...props} ref={useMergedRef(field, ref)} error={problem ?? props.error} />;
}
