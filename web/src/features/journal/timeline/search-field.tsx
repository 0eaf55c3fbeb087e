import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { keyOf } from '../../../shared/ui/key.ts';
import { excessOf } from '../../../shared/ui/limit.rules.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import classes from './search-field.module.css';

const PAUSE_MS = 250;
const MAX_SEARCH_LENGTH = 200;

type SearchFieldProps = { q: string; total: number | null; isAutoFocused: boolean };

/** Searches as one types. The words stand in the address, so that back and a reload find them. */
export function SearchField({ q, total, isAutoFocused }: SearchFieldProps) {
  const t = useTranslations('journal');
  const navigate = useNavigate({ from: '/journal' });
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function search(next: string, pauseMs: number): void {
    setText(next);
    clearTimeout(timer.current);
    // The field says so. Half of the words would find something else.
    if (excessOf(next.trim(), MAX_SEARCH_LENGTH) > 0) return;
    timer.current = setTimeout(() => {
      const words = next.trim();
      void navigate({
        to: '.',
        search: ({ q: _, ...rest }) => (words === '' ? rest : { ...rest, q: words }),
        replace: true,
        resetScroll: false,
      });
    }, pauseMs);
  }

  // Another address, such as after back: the field follows it unless it is being typed in.
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    if (text.trim() !== q) setText(q);
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keyOf(event) !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <TextField
      ref={field}
      type="search"
      role="searchbox"
      aria-label={t('search')}
      aria-keyshortcuts="/"
      placeholder={total === null || total === 0 ? t('search') : t('searchCount', { count: total })}
      value={text}
      limit={MAX_SEARCH_LENGTH}
      autoFocus={isAutoFocused}
      autoComplete="off"
      enterKeyHint="search"
      leftSection={<Icon name="search" size={20} />}
      rightSection={text === '' ? <kbd className={classes.key}>/</kbd> : <Clear onClick={() => search('', 0)} />}
      rightSectionWidth={48}
      classNames={{ input: classes.input ?? '' }}
      onChange={(event) => search(event.currentTarget.value, PAUSE_MS)}
      onKeyDown={(event) => {
        const key = keyOf(event);
        if (key === 'Enter') search(text, 0);
        if (key === 'Escape' && text !== '') search('', 0);
      }}
    />
  );
}

function Clear({ onClick }: { onClick: () => void }) {
  const t = useTranslations('journal');
  return (
    <button type="button" className={classes.clear} aria-label={t('searchClear')} onClick={onClick}>
      <Icon name="close" size={16} />
    </button>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
