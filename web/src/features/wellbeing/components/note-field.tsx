import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../../shared/problem/problem.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import classes from './forms.module.css';

const MAX_LENGTH = 2_000;

type NoteFieldProps = {
  label: string;
  placeholder?: string;
  action: string;
  text: string;
  /** Whether an empty text can be saved. */
  canBeEmpty: boolean;
  isPending: boolean;
  error: unknown;
  onSave: (text: string) => void;
};

/** A short text beside a number or of its own. The button shows once there is something to save. */
export function NoteField({ label, placeholder, action, text, canBeEmpty, isPending, error, onSave }: NoteFieldProps) {
  const [value, setValue] = useState(text);
  const isSavable = value.trim() !== text && (canBeEmpty || value.trim() !== '');

  function save(event: FormEvent) {
    event.preventDefault();
    if (isSavable) onSave(value.trim());
  }

  return (
    <form className={classes.form} onSubmit={save}>
      <TextArea
        label={label}
        placeholder={placeholder}
        rows={2}
        limit={MAX_LENGTH}
        value={value}
        // Its field is emptied once it is saved.
        readOnly={isPending}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      {isSavable && (
        <Button type="submit" variant="outline" loading={isPending}>
          {action}
        </Button>
      )}
      <Problem error={error} />
    </form>
  );
}
