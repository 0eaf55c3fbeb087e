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

/** `limit`: the characters that the server takes. A longer text stays whole, and the field says how much is too much. */
export type Limited<Props> = Omit<Props, 'maxLength' | 'ref'> & { limit: number };

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * The sentence for a field whose text is too long, null for others. The text stays whole. Its form is not sent until it is shorter: then
 * the field has the focus.
 */
export function useLimit(
  field: RefObject<Field | null>,
  max: number,
  { value, defaultValue }: { value?: unknown; defaultValue?: unknown },
): string | null {
  const tooLong = useTooLong();
  const isControlled = typeof value === 'string';
  const [read, setRead] = useState(typeof defaultValue === 'string' ? defaultValue : '');
  const problem = tooLong(isControlled ? value : read, max);
  const isTooLong = problem !== null;

  useEffect(() => {
    const { current } = field;
    // Drawing a field before its owner has its new value would take that value back.
    if (isControlled || current === null) return;
    const note = () => setRead(current.value);
    note();
    current.addEventListener('input', note);
    current.form?.addEventListener('reset', note);
    return () => {
      current.removeEventListener('input', note);
      current.form?.removeEventListener('reset', note);
    };
  }, [field, isControlled]);
  // A form that is sent, or another record, sets the text without an event.
  useEffect(() => {
    if (typeof defaultValue === 'string') setRead(defaultValue);
  }, [defaultValue]);

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
