import { useTranslations } from 'use-intl';
import { Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Mosaic } from '../mosaic.ts';
import { TileMark } from './tile-mark.tsx';

const ROWS = [
  { state: 'completed', team: 'red' },
  { state: 'pending', team: 'red' },
  { state: 'failed', team: 'blue' },
] as const;

/** What the tiles mean, and how many there are of each. */
export function Legend({ stats }: { stats: Mosaic['stats'] }) {
  const t = useTranslations('mosaic');
  return (
    <Stack as="ul" gap={3} aria-label={t('legend')}>
      {ROWS.map(({ state, team }) => (
        <Row as="li" key={state} gap={3}>
          <TileMark state={state} team={team} />
          <Text as="span" tone="quiet" grows>
            {t(`legendStates.${state}`)}
          </Text>
          <Text as="b" weight={600}>
            {stats[state]}
          </Text>
        </Row>
      ))}
    </Stack>
  );
}
