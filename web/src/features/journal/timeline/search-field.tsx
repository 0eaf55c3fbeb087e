import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import classes from './search-field.module.css';

const PAUSE_MS = 250;

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
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <TextInput
      ref={field}
      type="search"
      role="searchbox"
      aria-label={t('search')}
      aria-keyshortcuts="/"
      placeholder={total === null || total === 0 ? t('search') : t('searchCount', { count: total })}
      value={text}
      maxLength={200}
      autoFocus={isAutoFocused}
      autoComplete="off"
      enterKeyHint="search"
      leftSection={<Icon name="search" size={20} />}
      rightSection={text === '' ? <kbd className={classes.key}>/</kbd> : <Clear onClick={() => search('', 0)} />}
      rightSectionWidth={48}
      classNames={{ input: classes.input ?? '' }}
      onChange={(event) => search(event.currentTarget.value, PAUSE_MS)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(text, 0);
        if (event.key === 'Escape' && text !== '') search('', 0);
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
