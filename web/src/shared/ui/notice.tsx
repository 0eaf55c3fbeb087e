import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-shapes.tsx';
import classes from './notice.module.css';
import { Stack } from './stack.tsx';
import { Text } from './text.tsx';

type NoticeProps = {
  icon: IconName;
  title: string;
  text: string;
  /** Whether it takes the place of a whole screen, title included. */
  isScreen?: boolean;
  /** What to do next. */
  children?: ReactNode;
};

/** What is shown instead of content: nothing there yet, nothing found, or a failure. */
export function Notice({ icon, title, text, isScreen = false, children }: NoticeProps) {
  const Title = isScreen ? 'h1' : 'h2';
  return (
    <Stack gap={3} items="center" tone="quiet" className={classes.notice}>
      <Icon name={icon} />
      <Title className={classes.title} tabIndex={isScreen ? -1 : undefined}>
        {title}
      </Title>
      <Text below={2}>{text}</Text>
      {children}
    </Stack>
  );
}
