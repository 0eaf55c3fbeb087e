import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { tagsQuery } from '../api/queries.ts';
import { splitTags, suggestTags, withTags } from './tag.rules.ts';
import classes from './tag-field.module.css';

const MAX_TAGS = 50;

/** The tags of an entry, with those of other entries to choose from. */
export function TagField({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const t = useTranslations('journal');
  const id = useId();
  const [text, setText] = useState('');
  const { data: known = [] } = useQuery(tagsQuery);
  const suggestions = suggestTags(known, tags, text);
  const add = (added: readonly string[]) => {
    onChange(withTags(tags, added, MAX_TAGS));
    setText('');
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' || event.key === ',') add(splitTags(text));
    else if (event.key === 'Backspace' && text === '') onChange(tags.slice(0, -1));
    else return;
    if (event.key !== 'Backspace') event.preventDefault();
  };
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {t('tags')}
      </label>
      <ul className={classes.tags}>
        {tags.map((tag) => (
          <li key={tag} className={classes.tag}>
            <bdi>{tag}</bdi>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('tagRemove', { tag })}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
        <li className={classes.adding}>
          <input
            id={id}
            className={classes.input}
            value={text}
            maxLength={50}
            placeholder={t('tagAdd')}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onBlur={() => add(splitTags(text))}
          />
        </li>
      </ul>
      {suggestions.length > 0 && (
        <ul className={classes.suggestions} aria-label={t('tagSuggestions')}>
          {suggestions.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className={classes.suggestion}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => add([tag])}
              >
                <Icon name="plus" size={16} />
                <bdi>{tag}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
