import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { keyOf } from '../../../shared/ui/key.ts';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useTooLong } from '../../../shared/ui/use-limit.ts';
import { tagsQuery } from '../api/queries.ts';
import { hasComma, MAX_TAG_LENGTH, MAX_TAGS, splitTags, suggestTags, withTags } from './tag.rules.ts';
import classes from './tag-field.module.css';

/** The tags of an entry, with those of other entries to choose from. */
export function TagField({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const t = useTranslations('journal');
  const id = useId();
  const problemId = `${id}-problem`;
  const [text, setText] = useState('');
  const { data: known = [] } = useQuery(tagsQuery);
  const suggestions = suggestTags(known, tags, text);
  const tooLong = useTooLong();
  // Of several that wait in the field, the first one that is too long.
  const lengthProblem = splitTags(text)
    .map((tag) => tooLong(tag, MAX_TAG_LENGTH))
    .find((found) => found !== null);
  const isFull = tags.length >= MAX_TAGS && splitTags(text).length > 0;
  const problem = lengthProblem ?? (isFull ? t('tagsTooMany', { max: MAX_TAGS }) : null);
  const add = (added: readonly string[]) => {
    const all = withTags(tags, added);
    onChange(all.tags);
    setText(all.rest);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    const key = keyOf(event);
    if (key === 'Enter') add(splitTags(text));
    else if (key === 'Backspace' && text === '') onChange(tags.slice(0, -1));
    else return;
    if (key !== 'Backspace') event.preventDefault();
  };
  return (
    <Stack gap={2} fits>
      <Text as="label" weight={600} htmlFor={id}>
        {t('tags')}
      </Text>
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
            placeholder={t('tagAdd')}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            dir="auto"
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : problemId}
            onChange={(event) => {
              const { value } = event.currentTarget;
              // Phones report no key. A composition may still change what stands before its comma.
              const isComposing = (event.nativeEvent as InputEvent).isComposing;
              if (hasComma(value) && !isComposing && problem === null) add(splitTags(value));
              else setText(value);
            }}
            onCompositionEnd={(event) => {
              const { value } = event.currentTarget;
              if (hasComma(value) && problem === null) add(splitTags(value));
            }}
            onKeyDown={onKeyDown}
            onBlur={() => add(splitTags(text))}
          />
        </li>
      </ul>
      <p id={problemId} role="alert">
        {problem}
      </p>
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
    </Stack>
  );
}
