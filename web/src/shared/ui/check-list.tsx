import { useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Box } from './box.tsx';
import classes from './check-list.module.css';
import { Row } from './row.tsx';
import { Stack } from './stack.tsx';
import { Muted, Text } from './text.tsx';

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
    <Stack as="fieldset" gap={4} aria-describedby={helpId}>
      <Text as="legend" size="sm" weight={600}>
        {label}
      </Text>
      <div id={helpId}>
        <Muted>{description}</Muted>
        <Box role="alert" above={2} tone="warn" size="sm" weight={500}>
          {error}
        </Box>
      </div>
      {groups.map(({ title, options }) => (
        <Box as="fieldset" key={title}>
          {title !== undefined && (
            <Muted as="legend" weight={600} className={classes.title}>
              {title}
            </Muted>
          )}
          <Box surface="list" className={classes.options} data-is-wrong={error !== null}>
            {options.map((option) => (
              <Row as="label" key={option.value} gap={3} align="start" className={classes.option}>
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
                <Stack as="span" fits>
                  <Text as="span" weight={500}>
                    {option.label}
                  </Text>
                  <Muted as="span">{option.text}</Muted>
                </Stack>
              </Row>
            ))}
          </Box>
        </Box>
      ))}
    </Stack>
  );
}
