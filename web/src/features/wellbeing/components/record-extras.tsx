import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Cluster } from '../../../shared/ui/row.tsx';
import classes from './forms.module.css';
import { NoteField } from './note-field.tsx';

type RecordExtrasProps = {
  /** What the record is, for the name of the button that deletes it. */
  name: string;
  note: string;
  isSaving: boolean;
  isDeleting: boolean;
  error: unknown;
  onSaveNote: (note: string) => void;
  onDelete: () => void;
};

/** The note of a record, shown if there is one or if it is wanted, and its deletion. */
export function RecordExtras({ name, note, isSaving, isDeleting, error, onSaveNote, onDelete }: RecordExtrasProps) {
  const t = useTranslations('wellbeing');
  const [isWanted, setIsWanted] = useState(false);
  const isShown = isWanted || note !== '';
  return (
    <>
      {isShown && (
        <NoteField
          label={t('note')}
          action={t('saveNote')}
          text={note}
          canBeEmpty
          isPending={isSaving}
          error={error}
          onSave={onSaveNote}
        />
      )}
      <Cluster gap={1} className={classes.extras}>
        {!isShown && (
          <Button variant="subtle" onClick={() => setIsWanted(true)}>
            {t('addNote')}
          </Button>
        )}
        <Button variant="subtle" aria-label={t('removeOf', { text: name })} loading={isDeleting} onClick={onDelete}>
          {t('remove')}
        </Button>
      </Cluster>
    </>
  );
}
