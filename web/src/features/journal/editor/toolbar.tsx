import { ActionIcon } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { keyOf } from '../../../shared/ui/key.ts';
import { replaceSelection } from '../../../shared/ui/replace-selection.ts';
import { Row } from '../../../shared/ui/row.tsx';
import classes from './toolbar.module.css';
import { continueList, countWords, insertLink, toggleList, toggleMarks } from './writing.ts';

const mention = (field: HTMLTextAreaElement) => {
  const before = field.value[field.selectionStart - 1];
  replaceSelection(field, before === undefined || /\s/.test(before) ? '@' : ' @');
};

const ACTIONS = [
  { label: 'bold', icon: 'bold', key: 'b', run: (field: HTMLTextAreaElement) => toggleMarks(field, '**') },
  { label: 'italic', icon: 'italic', key: 'i', run: (field: HTMLTextAreaElement) => toggleMarks(field, '*') },
  { label: 'link', icon: 'link', key: 'k', run: insertLink },
  { label: 'list', icon: 'list', key: null, run: toggleList },
  { label: 'mention', icon: 'mention', key: null, run: mention },
] as const;

type ToolbarProps = { field: RefObject<HTMLTextAreaElement | null>; onPhotos: (files: File[]) => void };

/** Marks for the text of a field, by button and key, and its number of words. */
export function Toolbar({ field, onPhotos }: ToolbarProps) {
  const t = useTranslations('journal');
  const words = useWordCount(field);
  const picker = useRef<HTMLInputElement>(null);
  useKeys(field);
  return (
    <Row gap="hair" className={classes.toolbar} role="toolbar" aria-label={t('format')}>
      {ACTIONS.map(({ label, icon, key, run }) => (
        <ActionIcon
          key={label}
          aria-label={t(label)}
          aria-keyshortcuts={key === null ? undefined : `Control+${key.toUpperCase()}`}
          // The keyboard of a phone stays open as long as the field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => field.current && run(field.current)}
        >
          <Icon name={icon} size={20} />
        </ActionIcon>
      ))}
      <ActionIcon aria-label={t('photosAdd')} onClick={() => picker.current?.click()}>
        <Icon name="photo" size={20} />
      </ActionIcon>
      <input
        ref={picker}
        type="file"
        className={classes.picker}
        aria-label={t('photosAdd')}
        tabIndex={-1}
        // Without HEIC, so that iOS and macOS convert it themselves.
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        multiple
        onChange={(event) => {
          onPhotos([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <span className={classes.words}>{t('words', { count: words })}</span>
    </Row>
  );
}

function useKeys(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    const onKey = (event: KeyboardEvent) => {
      const pressed = keyOf(event);
      if (event.defaultPrevented || pressed === null) return;
      if (pressed === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
        if (continueList(current)) event.preventDefault();
        return;
      }
      const action = ACTIONS.find(({ key }) => key === pressed.toLowerCase());
      if (action === undefined || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      action.run(current);
    };
    current.addEventListener('keydown', onKey);
    return () => current.removeEventListener('keydown', onKey);
  }, [field]);
}

const PAUSE_MS = 300;

/** The number of words, counted when typing pauses: a long text takes some milliseconds. */
function useWordCount(field: RefObject<HTMLTextAreaElement | null>): number {
  const locale = useLocale();
  const [words, setWords] = useState(0);
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const count = () => setWords(countWords(current.value, locale));
    const countLater = () => {
      clearTimeout(timer);
      timer = setTimeout(count, PAUSE_MS);
    };
    count();
    current.addEventListener('input', countLater);
    return () => {
      clearTimeout(timer);
      current.removeEventListener('input', countLater);
    };
  }, [field, locale]);
  return words;
}
