import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Actions } from './actions.tsx';
import { CopyText } from './copy-text.tsx';
import classes from './new-secret.module.css';
import { Row } from './row.tsx';
import { Stack } from './stack.tsx';
import { Muted } from './text.tsx';

type NewSecretProps = {
  title: string;
  /** Who can do what with it, and that it is shown once. */
  text: string;
  secret: string;
  /** How a program uses it. */
  hint: ReactNode;
  /** What to press when it is kept. */
  children: ReactNode;
};

/** A secret that is shown once. */
export function NewSecret({ title, text, secret, hint, children }: NewSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // It takes the place of what was pressed.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack as="section" gap={4} surface="card" className={classes.card} aria-labelledby="new-secret">
      <h2 id="new-secret" ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      <Row as="p" gap={3} align="stretch" surface="warn" weight={500} className={classes.warning}>
        <Icon name="alert" size={20} />
        <span>{text}</span>
      </Row>
      <CopyText text={secret} />
      <Muted breaks>{hint}</Muted>
      <Actions>{children}</Actions>
    </Stack>
  );
}
