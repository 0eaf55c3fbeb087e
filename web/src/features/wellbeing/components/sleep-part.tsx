import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { UndoLine } from '../../../shared/ui/undo-line.tsx';
import type { SleepEntry } from '../api/queries.ts';
import { useDeleteSleep, useSaveSleep } from '../api/records.ts';
import classes from './forms.module.css';
import { RecordExtras } from './record-extras.tsx';
import { SleepForm } from './sleep-form.tsx';

/** The sleep before a day with its note, which can be deleted and brought back. */
export function SleepPart({ day, entry }: { day: string; entry: SleepEntry | null }) {
  const t = useTranslations('wellbeing');
  const format = useFormatter();
  const [deleted, setDeleted] = useState<SleepEntry | null>(null);
  const save = useSaveSleep();
  const restore = useSaveSleep();
  const remove = useDeleteSleep();
  const shown = entry === null ? deleted : null;

  function bringBack({ hours, quality, note, sleep_date }: SleepEntry) {
    restore.mutate({ id: null, hours, quality, note, sleep_date }, { onSuccess: () => setDeleted(null) });
  }

  return (
    <div className={classes.form}>
      <SleepForm day={day} entry={entry} />
      <UndoLine
        text={shown && t('removed', { text: t('hoursShort', { hours: format.number(shown.hours) }) })}
        isPending={restore.isPending}
        onUndo={() => shown && bringBack(shown)}
      />
      {entry !== null && (
        <RecordExtras
          key={entry.id}
          name={t('sleep')}
          note={entry.note}
          isSaving={save.isPending}
          isDeleting={remove.isPending}
          error={save.error ?? remove.error}
          onSaveNote={(note) => {
            const { id, hours, quality, sleep_date } = entry;
            save.mutate({ id, hours, quality, sleep_date, note });
          }}
          onDelete={() => remove.mutate(entry.id, { onSuccess: () => setDeleted(entry) })}
        />
      )}
    </div>
  );
}
