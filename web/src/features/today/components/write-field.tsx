import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import classes from './write-field.module.css';

type WriteFieldProps = { isFirst: boolean; onWrite: (text: string) => Promise<void> };

/** One line to begin an entry with. The editor opens with it. */
export function WriteField({ isFirst, onWrite }: WriteFieldProps) {
  const t = useTranslations('today');
  const [text, setText] = useState('');
  const [isOpening, setIsOpening] = useState(false);

  async function open(start: string) {
    if (isOpening) return;
    setIsOpening(true);
    await onWrite(start);
  }

  function write(event: FormEvent) {
    event.preventDefault();
    void open(text);
  }

  /** A field of one line would join the lines: the editor opens with them. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\r\n]/.test(pasted.trim())) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    void open(`${text.slice(0, selectionStart ?? text.length)}${pasted}${text.slice(selectionEnd ?? text.length)}`);
  }

  return (
    <form className={classes.field} onSubmit={write}>
      <input
        className={classes.input}
        aria-label={t('writeNow')}
        placeholder={t(isFirst ? 'writeFirst' : 'writePlaceholder')}
        value={text}
        enterKeyHint="go"
        autoComplete="off"
        dir="auto"
        onPaste={paste}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className={classes.open} aria-label={t('openEditor')}>
        <Icon name="pencil" size={20} />
      </button>
    </form>
  );
}
