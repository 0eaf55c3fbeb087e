import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './choices.module.css';
import { Cluster } from './row.tsx';

type Choice<Value> = {
  value: Value;
  label: string;
  lang?: string;
  /** Above the label of a tile. */
  picture?: ReactNode;
};

type ChoicesProps<Value extends string> = {
  /** What is chosen, for screen readers. */
  label: string;
  options: readonly Choice<Value>[];
  value: Value | null;
  /** As tiles that share the width, in place of a row of buttons. */
  areTiles?: boolean;
  onChange: (value: Value) => void;
};

/** One of a few. Arrow keys move between them, as radio buttons do. */
export function Choices<Value extends string>({
  label,
  options,
  value,
  areTiles = false,
  onChange,
}: ChoicesProps<Value>) {
  const name = useId();
  return (
    <Cluster as="fieldset" gap={2} fits className={classes.choices} data-are-tiles={areTiles}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {options.map((option) => (
        <label key={option.value} className={classes.choice} lang={option.lang}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.picture}
          <span>{option.label}</span>
        </label>
      ))}
    </Cluster>
  );
}
