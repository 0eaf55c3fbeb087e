import { type ReactNode, useId } from 'react';
import { Box } from './box.tsx';
import { Cluster } from './row.tsx';
import classes from './section.module.css';
import { Muted, Text } from './text.tsx';

type SectionProps = {
  title: string;
  /** What the part is about, below its title. */
  text?: string | undefined;
  /** At the right of the title: a link or a short fact. */
  aside?: ReactNode;
  /** Whether the content lies on a card. */
  isCard?: boolean;
  children: ReactNode;
};

/** A part of a screen under its title. */
export function Section({ title, text, aside, isCard = false, children }: SectionProps) {
  const id = useId();
  return (
    <Box as="section" fits aria-labelledby={id}>
      <Cluster gap={3} rows={0} align="baseline" justify="between" below={3}>
        <Text as="h2" id={id} size="lg" weight={600}>
          {title}
        </Text>
        {aside !== undefined && (
          <Muted as="div" className={classes.aside}>
            {aside}
          </Muted>
        )}
        {text !== undefined && <Muted className={classes.text}>{text}</Muted>}
      </Cluster>
      {isCard ? (
        <Box surface="card" flat>
          {children}
        </Box>
      ) : (
        children
      )}
    </Box>
  );
}
