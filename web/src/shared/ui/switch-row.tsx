import { useId } from 'react';
import { Row } from './row.tsx';
import { Stack } from './stack.tsx';
import classes from './switch-row.module.css';
import { Muted, Text } from './text.tsx';
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
    <Row as="label" gap={4} className={classes.row} htmlFor={id}>
      <Stack as="span" grows>
        <Text as="span" weight={500} id={`${id}-label`}>
          {label}
        </Text>
        {text !== undefined && (
          <Muted as="span" id={`${id}-text`}>
            {text}
          </Muted>
        )}
      </Stack>
      <Toggle
        id={id}
        checked={isOn}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        {...(text !== undefined && { 'aria-describedby': `${id}-text` })}
        onChange={onChange}
      />
    </Row>
  );
}
