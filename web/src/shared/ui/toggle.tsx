import { type ComponentProps, useState } from 'react';
import classes from './toggle.module.css';

type ToggleProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'onChange'> & {
  checked: boolean;
  onChange: (isOn: boolean) => void;
};

/** A switch. Its label is the element around it, or `aria-label`. */
export function Toggle({ checked, onChange, ...props }: ToggleProps) {
  // Shown with the press, because the query cache tells of a change a moment later.
  const [shown, setShown] = useState({ checked, isOn: checked });
  if (shown.checked !== checked) setShown({ checked, isOn: checked });
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      checked={shown.isOn}
      aria-checked={shown.isOn}
      className={classes.toggle}
      onChange={({ currentTarget }) => {
        setShown({ checked, isOn: currentTarget.checked });
        onChange(currentTarget.checked);
      }}
    />
  );
}
