import { VisuallyHidden } from '@mantine/core';
import type { components } from '@meadow/client';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Draft } from '../../../app/local/database.ts';
import { MENTION_LIST_ID, MentionList, mentionOptionId } from '../../../shared/mention/mention-list.tsx';
import { useMentions } from '../../../shared/mention/use-mentions.ts';
import { keyOf } from '../../../shared/ui/key.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { TravelNote } from '../../../shared/ui/travel-note.tsx';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import { useKeyboardInset } from '../../../shared/ui/use-keyboard-inset.ts';
import { MIN_SEARCH_LETTERS, userSearchQuery } from '../api/queries.ts';
import { DayField } from '../editor/day-field.tsx';
import { Details } from '../editor/details.tsx';
import { EditorBar } from '../editor/editor-bar.tsx';
import { EditorNotices } from '../editor/editor-notices.tsx';
import { useLoadAhead } from '../editor/load-ahead.ts';
import { PhotoStrip } from '../editor/photos/photo-strip.tsx';
import { usePhotos } from '../editor/photos/use-photos.ts';
import { Summary } from '../editor/summary.tsx';
import { Toolbar } from '../editor/toolbar.tsx';
import { useBring } from '../editor/use-bring.ts';
import { useDraft } from '../editor/use-draft.ts';
import { useWidening, WideningQuestion } from '../editor/widening.tsx';
import { usePerson } from '../person.tsx';
import type { Tone } from '../tone.ts';
import classes from './editor-screen.module.css';

type Audience = components['schemas']['Audience'];

const Preview = lazyPart(async () => (await import('../editor/preview.tsx')).Preview);

type EditorScreenProps = {
  draft: Draft;
  tone: Tone | null;
  /** Who could see the entry so far. Null for a new one. */
  audience: Audience | null;
};

/** Writes an entry. A copy goes to this device at each pause. */
export function EditorScreen({ draft, tone, audience }: EditorScreenProps) {
  const t = useTranslations('journal');
  const { userId } = usePerson();
  const isDesk = useIsDesk();
  const state = useDraft(userId, draft);
  const { title, content, began, details, change } = state;
  const [isPreview, setIsPreview] = useState(false);
  const photos = usePhotos({
    userId,
    entryId: state.entryId,
    photos: details.photos,
    onChange: (update) => change((known) => ({ photos: update(known.photos) })),
  });
  const mentions = useMentions({
    field: content,
    known: state.mentions,
    search: (typed) => userSearchQuery(typed ?? ''),
    minLetters: MIN_SEARCH_LETTERS,
  });
  useLoadAhead();
  const bring = useBring({ content, onPhotos: (files) => void photos.add(files) });
  const inset = useKeyboardInset();
  const widening = useWidening(audience);
  const about = { fields: details, tone, onChange: (part: Partial<typeof details>) => change(() => part) };

  const tools = (
    <div className={classes.toolArea}>
      <MentionList mentions={mentions} />
      <Toolbar field={content} onPhotos={(files) => void photos.add(files)} />
    </div>
  );

  return (
    <section
      className={classes.screen}
      data-covers-tabs
      style={{ paddingBlockEnd: inset }}
      aria-label={t('editor')}
      onKeyDown={(event) => {
        // Not the keys of a dialog or menu of the editor, which React passes on from where they are.
        if (!event.currentTarget.contains(event.target as Node)) return;
        const key = keyOf(event);
        if (key === 'Escape' && !event.defaultPrevented) void state.close();
        if (key === 'Enter' && (event.ctrlKey || event.metaKey)) void finish();
      }}
      {...bring}
    >
      <EditorBar
        state={state}
        isNew={draft.version === null}
        isPreview={isPreview}
        onPreview={() => setIsPreview(!isPreview)}
        onDone={finish}
      />
      <div className={classes.paper} onInput={state.onInput}>
        <VisuallyHidden component="h1" tabIndex={-1}>
          {t(draft.version === null ? 'newEntry' : 'editEntry')}
        </VisuallyHidden>
        <EditorNotices state={state} />
        {draft.version === null && (
          <TravelNote day={details.entry_date} onChoose={(entry_date) => change(() => ({ entry_date }))} />
        )}
        <DayField day={details.entry_date} onChange={(entry_date) => change(() => ({ entry_date }))} />
        <textarea
          ref={title}
          className={classes.title}
          rows={1}
          dir="auto"
          aria-invalid={state.problems.title !== null}
          aria-label={t('titleField')}
          placeholder={t('titleField')}
          defaultValue={began.fields.title}
          onKeyDown={(event) => {
            if (keyOf(event) !== 'Enter') return;
            event.preventDefault();
            content.current?.focus();
          }}
        />
        <textarea
          ref={content}
          className={classes.content}
          hidden={isPreview}
          dir="auto"
          aria-invalid={state.problems.content !== null}
          aria-label={t('textField')}
          aria-autocomplete="list"
          aria-controls={mentions.users.length > 0 ? MENTION_LIST_ID : undefined}
          aria-activedescendant={mentions.users.length > 0 ? mentionOptionId(mentions.active) : undefined}
          placeholder={t('textPlaceholder')}
          defaultValue={began.writing.text}
          // biome-ignore lint/a11y/noAutofocus: the user came to write
          autoFocus
        />
        {isPreview && (
          <Suspense fallback={<div className={classes.preview} />}>
            <Preview className={classes.preview} text={state.fields().content} />
          </Suspense>
        )}
        <PhotoStrip photos={details.photos} actions={photos} />
        {isDesk && tools}
      </div>
      {isDesk ? (
        <Details {...about} />
      ) : (
        <div>
          <Summary {...about} />
          <div className={classes.tools}>{tools}</div>
        </div>
      )}
      <WideningQuestion widening={widening} onConfirm={() => void save()} />
    </section>
  );

  async function finish(): Promise<void> {
    const wider = await widening.ask(details);
    if (wider) return;
    await save();
  }

  async function save(): Promise<void> {
    photos.stop();
    await state.finish();
  }
}
