import classes from './scale.module.css';
import { Text } from './text.tsx';

type ScaleProps = {
  label: string;
  /** The name of a number for screen readers, unless a word under it says more. */
  nameOf?: (value: number) => string;
  /** What is written under a number, where the number alone says little. */
  wordOf?: (value: number) => string;
  max: number;
  value: number | null;
  onChange: (value: number) => void;
};

/** A number from one up, by one tap. */
export function Scale({ label, nameOf, wordOf, max, value, onChange }: ScaleProps) {
  const values = Array.from({ length: max }, (_, index) => index + 1);
  return (
    <fieldset className={classes.field}>
      <Text as="legend" weight={600} below={2}>
        {label}
      </Text>
      <div className={classes.scale} data-max={max}>
        {values.map((number) => (
          <button
            key={number}
            type="button"
            className={classes.step}
            {...(nameOf !== undefined && { 'aria-label': nameOf(number) })}
            aria-pressed={number === value}
            data-is-below={value !== null && number < value}
            onClick={() => onChange(number)}
          >
            <span>{number}</span>
            {wordOf !== undefined && <span className={classes.word}>{wordOf(number)}</span>}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
