import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { UndoLine } from '../../../shared/ui/undo-line.tsx';
import type { SatisfactionEntry } from '../api/queries.ts';
import { useDeleteSatisfaction, useSaveSatisfaction } from '../api/records.ts';
import classes from './forms.module.css';
import { RecordExtras } from './record-extras.tsx';
import { SatisfactionForm } from './satisfaction-form.tsx';

/** The satisfaction of a day with its note, which can be deleted and brought back. */
export function SatisfactionPart({ day, entry }: { day: string; entry: SatisfactionEntry | null }) {
  const t = useTranslations('wellbeing');
  const [deleted, setDeleted] = useState<SatisfactionEntry | null>(null);
  const save = useSaveSatisfaction();
  const restore = useSaveSatisfaction();
  const remove = useDeleteSatisfaction();
  const shown = entry === null ? deleted : null;

  function bringBack({ score, note, entry_date }: SatisfactionEntry) {
    restore.mutate({ id: null, score, note, entry_date }, { onSuccess: () => setDeleted(null) });
  }

  return (
    <div className={classes.form}>
      <SatisfactionForm day={day} entry={entry} />
      <UndoLine
        text={shown && t('removed', { text: t('satisfactionName', { score: shown.score }) })}
        isPending={restore.isPending}
        onUndo={() => shown && bringBack(shown)}
      />
      {entry !== null && (
        <RecordExtras
          key={entry.id}
          name={t('satisfaction')}
          note={entry.note}
          isSaving={save.isPending}
          isDeleting={remove.isPending}
          error={save.error ?? remove.error}
          onSaveNote={(note) => save.mutate({ id: entry.id, score: entry.score, note })}
          onDelete={() => remove.mutate(entry.id, { onSuccess: () => setDeleted(entry) })}
        />
      )}
    </div>
  );
}
