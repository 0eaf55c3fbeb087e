import type { ReactNode } from 'react';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Tone } from '../health.rules.ts';
import { Mark } from './mark.tsx';

type PartProps = { title: string; mark?: { tone: Tone; word: string }; children: ReactNode };

/** A card about one part of the server. */
export function Part({ title, mark, children }: PartProps) {
  return (
    <Stack as="section" gap={3} content="start" surface="card">
      <Cluster as="header" gap={3} rows={2} align="center" justify="between">
        <Text as="h2" size="lg" weight={600}>
          {title}
        </Text>
        {mark !== undefined && <Mark tone={mark.tone}>{mark.word}</Mark>}
      </Cluster>
      {children}
    </Stack>
  );
}
