import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Draft, type DraftFields, localDatabase } from '../../../app/local/database.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import { type Mentions, toContent, toWriting } from '../../../shared/mention/mention.rules.ts';
import { bodyOfDraft, discardDraft, keepDraft } from './draft.ts';
import { useAutosave } from './use-autosave.ts';

/** A draft while it is written. Title and text stay in their fields, which the browser edits fastest. */
export function useDraft(userId: string, draft: Draft) {
  const t = useTranslations('journal');
  const navigate = useNavigate();
  const outbox = useOutbox();
  const title = useRef<HTMLTextAreaElement>(null);
  const content = useRef<HTMLTextAreaElement>(null);
  const [began] = useState(() => ({ fields: draft.fields, writing: toWriting(draft.fields.content) }));
  const mentions = useRef<Mentions>(began.writing.mentions);
  const [details, setDetails] = useState(draft.fields);
  const latest = useRef(details);
  const isFinishing = useRef(false);
  // React clears the refs before the last save of a screen that is left. The elements keep their texts.
  const held = useRef<{ title: HTMLTextAreaElement; content: HTMLTextAreaElement } | null>(null);

  function fields(): DraftFields {
    if (title.current !== null && content.current !== null) {
      held.current = { title: title.current, content: content.current };
    }
    const { title: titleField, content: contentField } = held.current ?? {};
    return {
      ...latest.current,
      ...(titleField !== undefined && { title: titleField.value }),
      ...(contentField !== undefined && { content: toContent(contentField.value, mentions.current) }),
    };
  }

  const autosave = useAutosave(() => keepDraft(userId, { ...draft, fields: fields(), changedAt: Date.now() }));

  function change(update: (known: DraftFields) => Partial<DraftFields>): void {
    latest.current = { ...latest.current, ...update(latest.current) };
    setDetails(latest.current);
    autosave.onChange();
  }

  function onInput(): void {
    if (held.current === null && title.current !== null && content.current !== null)
      held.current = { title: title.current, content: content.current };
    autosave.onChange();
  }

  /** Hands the entry with its photos to the outbox, once. The draft stays until the outbox has it. */
  async function finish(): Promise<void> {
    if (isFinishing.current) return;
    isFinishing.current = true;
    try {
      await handOver();
    } catch {
      // The storage of this device is full. The draft stays, and so does the editor.
      autosave.resume();
      return;
    } finally {
      isFinishing.current = false;
    }
    void navigator.storage?.persist?.();
    await navigate({ to: '/journal' });
  }

  async function handOver(): Promise<void> {
    const { entryId, version } = draft;
    const finished = withTitle(fields(), t('untitled'));
    const local = await localDatabase(userId).photos.where('entryId').equals(entryId).toArray();
    const attachments = local
      .filter(({ id }) => finished.photos.some((photo) => photo.id === id))
      .map(({ id, mediaId, uploadedAt }) => ({ id, mediaId, uploadedAt }));
    const body = bodyOfDraft(finished, draft.changedAt === 0 ? began.fields : { ...began.fields, mood: null });
    const write = { version, record: entryId, attachments };
    autosave.stop();
    await outbox.queue(
      version === null
        ? { ...write, method: 'POST', path: '/api/journal', body: { id: entryId, ...body } }
        : { ...write, method: 'PATCH', path: `/api/journal/${entryId}`, body },
      { isOfDraft: true },
    );
  }

  /** Leaves the text as a draft. Stays if this device takes no more, since the text would be lost. */
  async function close(to: '/journal' | '/journal/drafts' = '/journal'): Promise<void> {
    if (await autosave.flush()) await navigate({ to });
  }

  async function discard(): Promise<void> {
    autosave.stop();
    await discardDraft(userId, draft.entryId);
    await navigate({ to: '/journal' });
  }

  return { title, content, mentions, began, details, change, fields, onInput, autosave, finish, close, discard };
}

/** The first words of the text, where there is no title. */
function withTitle(fields: DraftFields, untitled: string): DraftFields {
  if (fields.title.trim() !== '') return fields;
  const [line = ''] = fields.content
    .replace(/@\[((?:[^\]\n@]|@(?!\[))+)\]\([0-9a-f-]{1,36}\)/g, '$1')
    .trim()
    .split('\n');
  const words = line.replace(/^[#>*\-\s]+|[*_`]/g, '').slice(0, MAX_TITLE_OF_TEXT);
  const whole = line.length > MAX_TITLE_OF_TEXT ? `${words.replace(/\s\S*$/, '').trimEnd()} …` : words;
  return { ...fields, title: whole.trim() || untitled };
}
const MAX_TITLE_OF_TEXT = 60;

export type DraftState = ReturnType<typeof useDraft>;
