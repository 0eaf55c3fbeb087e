import { useId } from 'react';
import classes from './switch-row.module.css';
import { Toggle } from './toggle.tsx';

type SwitchRowProps = {
  label: string;
  text?: string | undefined;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** A switch with its words at the left, as a row of a card. The whole row can be pressed. */
export function SwitchRow({ label, text, isOn, isDisabled = false, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <label className={classes.row} htmlFor={id}>
      <span className={classes.words}>
        <span className={classes.label} id={`${id}-label`}>
          {label}
        </span>
        {text !== undefined && (
          <span className={classes.text} id={`${id}-text`}>
            {text}
          </span>
        )}
      </span>
      <Toggle
        id={id}
        checked={isOn}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        {...(text !== undefined && { 'aria-describedby': `${id}-text` })}
        onChange={onChange}
      />
    </label>
  );
}
