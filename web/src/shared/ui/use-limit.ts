import { type RefObject, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { excessOf } from './limit.rules.ts';

/** Says by how much a text is above a limit. Null if it is not. */
export function useTooLong(): (text: string, max: number) => string | null {
  const t = useTranslations('ui');
  return (text, max) => {
    const excess = excessOf(text, max);
    return excess === 0 ? null : t('tooLong', { excess, max });
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * The sentence for a field whose text is too long, null for others. The text stays whole. Its form is not sent until it is shorter: then
 * the field has the focus.
 */
export function useLimit(field: RefObject<Field | null>, max: number | undefined, began: unknown): string | null {
  const tooLong = useTooLong();
  const [text, setText] = useState(typeof began === 'string' ? began : '');
  const problem = max === undefined ? null : tooLong(text, max);
  const isTooLong = problem !== null;

  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    const read = () => setText(current.value);
    read();
    current.addEventListener('input', read);
    current.form?.addEventListener('reset', read);
    return () => {
      current.removeEventListener('input', read);
      current.form?.removeEventListener('reset', read);
    };
  }, [field]);
  // A form that is sent, or another record, sets the text without an event.
  useEffect(() => {
    if (typeof began === 'string') setText(began);
  }, [began]);

  useEffect(() => {
    const form = field.current?.form;
    if (!isTooLong || form === null || form === undefined) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      field.current?.focus();
    };
    form.addEventListener('submit', hold, true);
    return () => form.removeEventListener('submit', hold, true);
  }, [field, isTooLong]);

  return problem;
}
