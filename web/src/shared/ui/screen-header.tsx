import type { ReactNode } from 'react';
import { Box } from './box.tsx';
import { Row } from './row.tsx';
import classes from './screen-header.module.css';
import { Muted, Title } from './text.tsx';

type ScreenHeaderProps = {
  title: string;
  /** What the page is called in tabs and history, if its title is a date or a name. */
  pageTitle?: string;
  text?: string;
  /** Actions at the right. */
  children?: ReactNode;
};

/** The title of a screen, which takes the focus after a navigation. */
export function ScreenHeader({ title, pageTitle, text, children }: ScreenHeaderProps) {
  return (
    <Row as="header" gap={2} className={classes.header}>
      <Box grows>
        <Title as="h1" level="2xl" tabIndex={-1} data-title={pageTitle}>
          {title}
        </Title>
        {text !== undefined && <Muted className={classes.text}>{text}</Muted>}
      </Box>
      {children}
    </Row>
  );
}
