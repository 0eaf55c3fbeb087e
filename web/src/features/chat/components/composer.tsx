import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { type Mentions, toContent, toWriting } from '../../../shared/mention/mention.rules.ts';
import { MENTION_LIST_ID, MentionList, mentionOptionId } from '../../../shared/mention/mention-list.tsx';
import { useMentions } from '../../../shared/mention/use-mentions.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { keyOf } from '../../../shared/ui/key.ts';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { membersQuery } from '../api/members.ts';
import { MAX_MESSAGE_LENGTH, type Room } from '../chat.ts';
import classes from './composer.module.css';

/** From here on the letters that are left are counted. */
const COUNTED_FROM = MAX_MESSAGE_LENGTH - 100;

type ComposerProps = {
  room: Room;
  userId: string;
  /** The text to begin with, as the server stores it. */
  content: string;
  isEditing: boolean;
  isAutoFocused: boolean;
  /** The field is emptied when it resolves. An error is shown, and the text stays. */
  onSubmit: (content: string) => Promise<unknown>;
  /** The text so far, at each change. */
  onChange?: (content: string) => void;
  onCancel?: () => void;
};

/** The field of a new message, or of a changed one. Enter sends, Shift+Enter breaks the line. */
export function Composer(props: ComposerProps) {
  const { room, userId, content, isEditing, isAutoFocused, onSubmit, onChange, onCancel } = props;
  const t = useTranslations('chat');
  const field = useRef<HTMLTextAreaElement>(null);
  const [began] = useState(() => toWriting(content));
  const known = useRef<Mentions>(began.mentions);
  const [length, setLength] = useState(content.trim().length);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const search = (typed: string | null) => membersQuery(room, userId, typed);
  const mentions = useMentions({ field, known, search, minLetters: 0 });
  const left = MAX_MESSAGE_LENGTH - length;
  const canSend = length > 0 && left >= 0 && !isBusy;

  const written = () => toContent(field.current?.value ?? '', known.current);

  function onInput(): void {
    setLength(written().trim().length);
    onChange?.(written());
  }

  async function submit(): Promise<void> {
    const text = written().trim();
    if (!canSend || text === '' || field.current === null) return;
    const sent = field.current.value;
    setIsBusy(true);
    try {
      await onSubmit(text);
      setError(null);
      // What was typed meanwhile stays.
      const { current } = field;
      if (current !== null)
        current.value = current.value.startsWith(sent) ? current.value.slice(sent.length) : current.value;
      onInput();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
      field.current?.focus();
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (key === 'Escape' && onCancel !== undefined) {
      event.preventDefault();
      onCancel();
    }
    if (key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void submit();
  }

  return (
    <div className={classes.composer}>
      <Problem error={error} />
      <MentionList mentions={mentions} />
      <Row gap={2} align="end">
        <textarea
          ref={field}
          className={classes.field}
          rows={1}
          aria-label={t(isEditing ? 'editField' : 'field')}
          aria-autocomplete="list"
          aria-controls={mentions.users.length > 0 ? MENTION_LIST_ID : undefined}
          aria-activedescendant={mentions.users.length > 0 ? mentionOptionId(mentions.active) : undefined}
          placeholder={t('placeholder')}
          defaultValue={began.text}
          enterKeyHint="send"
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the user chose to write here
          autoFocus={isAutoFocused}
          onInput={onInput}
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          className={classes.send}
          variant="filled"
          aria-label={t(isEditing ? 'save' : 'send')}
          disabled={!canSend}
          // The field keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => void submit()}
        >
          <Icon name={isEditing ? 'check' : 'send'} />
        </ActionIcon>
      </Row>
      <Muted size="xs" className={classes.left} role="status" data-over={left < 0}>
        {length >= COUNTED_FROM && t(left < 0 ? 'tooLong' : 'left', { count: Math.abs(left) })}
      </Muted>
    </div>
  );
}
