import { useFormatter, useTranslations } from 'use-intl';
import { Box } from '../../../shared/ui/box.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { Import } from '../api/queries.ts';
import { isKnownKind } from './left-out.rules.ts';
import classes from './transfer.module.css';

const COUNTED = ['entries', 'photos', 'notebooks', 'records'] as const;

/** What an import adds, what was there before, and what it leaves out with the reason. */
export function ImportReport({ plan }: { plan: Import }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const { counts, existing, left_out: omitted } = plan;
  const before = existing.entries + existing.photos + existing.notebooks + (existing.records ?? 0);
  return (
    <>
      <dl className={classes.counts}>
        {COUNTED.filter((name) => name === 'entries' || (counts[name] ?? 0) > 0).map((name) => (
          <Box key={name} surface="sunk" className={classes.count}>
            <dd>{format.number(counts[name] ?? 0)}</dd>
            <dt>{t(`import.counted.${name}`, { count: counts[name] ?? 0 })}</dt>
          </Box>
        ))}
      </dl>
      {before > 0 && <Muted>{t('import.existing', { count: before })}</Muted>}
      {omitted.length > 0 && (
        <>
          <Text as="h3" above={4} weight={600}>
            {t('import.omitted')}
          </Text>
          <Stack as="ul" gap={3} above={3}>
            {omitted.map(({ kind, reason, count, examples }) => (
              <li key={`${kind} ${reason}`}>
                <p>
                  {t('import.omittedOf', {
                    what: isKnownKind(kind) ? t(`omittedKinds.${kind}`, { count }) : `${format.number(count)} ${kind}`,
                    why: t(`omittedReasons.${reason}`),
                  })}
                </p>
                {examples.length > 0 && (
                  <Muted breaks dir="auto">
                    {format.list(examples, { type: 'unit' })}
                    {count > examples.length && ' …'}
                  </Muted>
                )}
              </li>
            ))}
          </Stack>
        </>
      )}
    </>
  );
}
