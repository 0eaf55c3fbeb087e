import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { titleOfText } from '../../../../../src/platform/text/title.ts';
import { type Draft, type DraftFields, localDatabase } from '../../../app/local/database.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import { type Mentions, toContent, toWriting } from '../../../shared/mention/mention.rules.ts';
import { useTooLong } from '../../../shared/ui/use-limit.ts';
import { bodyOfDraft, discardDraft, keepContinuation, keepDraft, ownerOf, recordOf } from './draft.ts';
import { holdDraft } from './draft-lock.ts';
import { divideText } from './split.rules.ts';
import { useAutosave } from './use-autosave.ts';

/** Those of the server. */
const MAX_TITLE_LENGTH = 200;
const MAX_CONTENT_LENGTH = 100_000;

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

  const [owner] = useState(() => ownerOf(draft));
  const current = useRef(draft);
  const [entryId, setEntryId] = useState(draft.entryId);
  useEffect(() => holdDraft(entryId), [entryId]);

  const tooLong = useTooLong();
  const problemsOf = ({ title: line, content: text }: DraftFields) => ({
    title: tooLong(line, MAX_TITLE_LENGTH),
    content: tooLong(text, MAX_CONTENT_LENGTH),
  });
  const [problems, setProblems] = useState(() => problemsOf(draft.fields));
  const showProblems = (found: typeof problems) =>
    setProblems((known) => (known.title === found.title && known.content === found.content ? known : found));
  const [isDivided, setIsDivided] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const saving = useRef<Promise<void>>(undefined);
  function keep(): Promise<void> {
    saving.current = keepNow();
    return saving.current;
  }

  async function keepNow(): Promise<void> {
    const written = { ...current.current, fields: fields() };
    showProblems(problemsOf(written.fields));
    const kept = await keepDraft(userId, written, owner);
    if (kept.entryId === current.current.entryId) return;
    // Another tab has changed the draft: this text goes on as a draft of its own, with copies of the photos.
    current.current = kept;
    const copies = new Map(written.fields.photos.map(({ id }, index) => [id, kept.fields.photos[index]]));
    const photos = latest.current.photos.map((photo) => copies.get(photo.id) ?? photo);
    latest.current = { ...latest.current, photos };
    setDetails(latest.current);
    setEntryId(kept.entryId);
  }
  const autosave = useAutosave(keep);

  /** Divides a text that is too long: the rest becomes a draft of its own. */
  async function divide(): Promise<void> {
    const { current: field } = content;
    if (field === null) return;
    const all = fields();
    const [start, rest] = divideText(all.content, MAX_CONTENT_LENGTH);
    if (rest === '') return;
    try {
      await keepContinuation(userId, { ...all, content: rest });
    } catch {
      // No room on this device: the text stays whole.
      autosave.resume();
      return;
    }
    field.value = toWriting(start).text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    setIsDivided(true);
  }

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
    const found = problemsOf(fields());
    showProblems(found);
    if (found.title !== null || found.content !== null) {
      (found.title === null ? content : title).current?.focus();
      return;
    }
    isFinishing.current = true;
    setFailure(null);
    try {
      await handOver();
    } catch (error) {
      // The storage of this device is full, or the code of the outbox did not come. The draft stays, and so does the editor.
      autosave.resume();
      setFailure(error);
      isFinishing.current = false;
      return;
    }
    // It stays finished until the editor is left: a second press would queue the entry again.
    void navigator.storage?.persist?.();
    await navigate({ to: '/journal' });
  }

  async function handOver(): Promise<void> {
    await autosave.flush();
    // One that runs already may still move the text to a draft of its own. If it fails, the outbox may have room.
    await saving.current?.catch(() => undefined);
    const written = current.current;
    const { version } = written;
    const record = recordOf(written);
    const finished = withTitle(fields(), t('untitled'));
    const local = await localDatabase(userId).photos.where('entryId').equals(written.entryId).toArray();
    const attachments = local
      .filter(({ id }) => finished.photos.some((photo) => photo.id === id))
      .map(({ id, mediaId, uploadedAt }) => ({ id, mediaId, uploadedAt }));
    const body = bodyOfDraft(finished, draft.changedAt === 0 ? began.fields : { ...began.fields, mood: null });
    const write = { version, record, attachments, basedOn: written.basedOn ?? null };
    autosave.stop();
    await outbox.queue(
      version === null
        ? {
            ...write,
            method: 'POST',
            path: '/api/journal',
            body: { id: record, written_at: new Date().toISOString(), ...body },
          }
        : { ...write, method: 'PATCH', path: `/api/journal/${record}`, body },
      { draft: { entryId: written.entryId, stamps: owner.stamps } },
    );
  }

  /** Leaves the text as a draft. Stays if this device takes no more, since the text would be lost. */
  async function close(to: '/journal' | '/journal/drafts' = '/journal'): Promise<void> {
    if (await autosave.flush()) await navigate({ to });
  }

  async function discard(): Promise<void> {
    autosave.stop();
    await discardDraft(userId, current.current.entryId, owner);
    await navigate({ to: '/journal' });
  }

  const isForked = entryId !== draft.entryId;
  return {
    title,
    content,
    mentions,
    began,
    entryId,
    isForked,
    problems,
    failure,
    isDivided,
    divide,
    details,
    change,
    fields,
    onInput,
    autosave,
    finish,
    close,
    discard,
  };
}

/** Where there is no title, the first words of the text. */
function withTitle(fields: DraftFields, untitled: string): DraftFields {
  return fields.title.trim() === '' ? { ...fields, title: titleOfText(fields.content) || untitled } : fields;
}

export type DraftState = ReturnType<typeof useDraft>;
