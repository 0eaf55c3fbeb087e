import { useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import classes from './check-list.module.css';

type Option<Value> = { value: Value; label: string; text: string };

type CheckListProps<Value extends string> = {
  id: string;
  label: string;
  description: string;
  /** A group without a title stands alone. */
  groups: readonly { title?: string; options: readonly Option<Value>[] }[];
  value: readonly Value[];
  error: string | null;
  onChange: (value: Value[]) => void;
};

/** Any of many, each with a line that says what it means. `id` is that of the first one, for the focus. */
export function CheckList<Value extends string>({
  id,
  label,
  description,
  groups,
  value,
  error,
  onChange,
}: CheckListProps<Value>) {
  const helpId = useId();
  const [first] = groups.flatMap(({ options }) => options);
  const toggle = (one: Value, isOn: boolean) =>
    onChange(isOn ? [...value, one] : value.filter((other) => other !== one));
  return (
    <fieldset className={classes.list} aria-describedby={helpId}>
      <legend className={classes.label}>{label}</legend>
      <div id={helpId}>
        <p className={classes.description}>{description}</p>
        <div role="alert" className={classes.error}>
          {error}
        </div>
      </div>
      {groups.map(({ title, options }) => (
        <fieldset key={title} className={classes.group}>
          {title !== undefined && <legend className={classes.title}>{title}</legend>}
          <div className={classes.options} data-is-wrong={error !== null}>
            {options.map((option) => (
              <label key={option.value} className={classes.option}>
                <input
                  type="checkbox"
                  className={classes.input}
                  id={option === first ? id : undefined}
                  checked={value.includes(option.value)}
                  onChange={({ currentTarget }) => toggle(option.value, currentTarget.checked)}
                />
                <span className={classes.tick}>
                  <Icon name="check" size={16} />
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{option.label}</span>
                  <span className={classes.text}>{option.text}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
