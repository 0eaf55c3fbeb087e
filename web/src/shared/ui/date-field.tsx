import { TextInput } from '@mantine/core';
import classes from './date-field.module.css';

type DateFieldProps = {
  label: string;
  description?: string;
  /** A calendar date (`2026-11-22`); null if none is chosen. */
  value: string | null;
  min?: string;
  max?: string;
  onChange: (value: string | null) => void;
};

/** A calendar date, with the picker of the browser. */
export function DateField({ label, description, value, min, max, onChange }: DateFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      description={description}
      classNames={{ root: classes.root ?? '', input: classes.input ?? '' }}
      value={value ?? ''}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  );
}
