import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import classes from './write-field.module.css';

type WriteFieldProps = { isFirst: boolean; onWrite: (text: string) => Promise<void> };

/** One line to begin an entry with. The editor opens with it. */
export function WriteField({ isFirst, onWrite }: WriteFieldProps) {
  const t = useTranslations('today');
  const [text, setText] = useState('');
  const [isOpening, setIsOpening] = useState(false);

  async function write(event: FormEvent) {
    event.preventDefault();
    if (isOpening) return;
    setIsOpening(true);
    await onWrite(text);
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
        maxLength={2_000}
        dir="auto"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className={classes.open} aria-label={t('openEditor')}>
        <Icon name="pencil" size={20} />
      </button>
    </form>
  );
}
