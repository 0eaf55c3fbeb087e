import { Textarea, type TextareaProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useRef } from 'react';
import { type Limited, useLimit } from './use-limit.ts';

/** A text of several lines with a limit. */
export function TextArea({ limit, ref, ...props }: Limited<TextareaProps> & { ref?: Ref<HTMLTextAreaElement> }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const problem = useLimit(field, limit, props);
  return <Textarea {...props} ref={useMergedRef(field, ref)} error={problem ?? props.error} />;
}
