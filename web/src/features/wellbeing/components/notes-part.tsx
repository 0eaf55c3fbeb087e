import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { UndoLine } from '../../../shared/ui/undo-line.tsx';
import type { ActionNote } from '../api/queries.ts';
import { useDeleteNote, useSaveNote } from '../api/records.ts';
import classes from './forms.module.css';
import { NoteField } from './note-field.tsx';

/** What the user did on a day, a line each. */
export function NotesPart({ day, notes }: { day: string; notes: readonly ActionNote[] }) {
  const t = useTranslations('wellbeing');
  const [deleted, setDeleted] = useState<ActionNote | null>(null);
  const [added, setAdded] = useState(0);
  const add = useSaveNote();
  const restore = useSaveNote();
  const remove = useDeleteNote();

  function bringBack({ content, goal_id, note_date }: ActionNote) {
    restore.mutate({ id: null, content, goal_id, note_date }, { onSuccess: () => setDeleted(null) });
  }

  return (
    <div className={classes.form}>
      <UndoLine
        text={deleted && t('removed', { text: deleted.content })}
        isPending={restore.isPending}
        onUndo={() => deleted && bringBack(deleted)}
      />
      <Problem error={remove.error ?? restore.error} />
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <Note
              key={note.id}
              note={note}
              isBusy={remove.isPending}
              onDelete={() => remove.mutate(note.id, { onSuccess: () => setDeleted(note) })}
            />
          ))}
        </ul>
      )}
      <NoteField
        key={added}
        label={t('actionsAsk')}
        placeholder={t('actionPlaceholder')}
        action={t('actionAdd')}
        text=""
        canBeEmpty={false}
        isPending={add.isPending}
        error={add.error}
        onSave={(content) =>
          add.mutate({ id: null, content, note_date: day }, { onSuccess: () => setAdded((count) => count + 1) })
        }
      />
    </div>
  );
}

type NoteProps = { note: ActionNote; isBusy: boolean; onDelete: () => void };

function Note({ note: { id, content, note_date }, isBusy, onDelete }: NoteProps) {
  const t = useTranslations('wellbeing');
  const [isEditing, setIsEditing] = useState(false);
  const save = useSaveNote();
  if (isEditing) {
    return (
      <li>
        <div className={classes.editing}>
          <NoteField
            label={t('note')}
            action={t('saveNote')}
            text={content}
            canBeEmpty={false}
            isPending={save.isPending}
            error={save.error}
            onSave={(text) => save.mutate({ id, content: text, note_date }, { onSuccess: () => setIsEditing(false) })}
          />
        </div>
      </li>
    );
  }
  return (
    <li>
      <Text as="span" fits read breaks className={classes.content} dir="auto">
        {content}
      </Text>
      <Button variant="subtle" aria-label={t('editOf', { text: content })} onClick={() => setIsEditing(true)}>
        {t('edit')}
      </Button>
      <Button variant="subtle" aria-label={t('removeOf', { text: content })} disabled={isBusy} onClick={onDelete}>
        {t('remove')}
      </Button>
    </li>
  );
}
