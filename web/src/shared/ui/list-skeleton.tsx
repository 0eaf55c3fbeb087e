import { useTranslations } from 'use-intl';
import classes from './list-skeleton.module.css';
import { Stack } from './stack.tsx';

const ROWS = 5;

/** The outlines of a list that is being loaded, after a moment: a fast response shows none. */
export function ListSkeleton() {
  const t = useTranslations('app');
  return (
    <div data-pending className={classes.skeleton} role="status" aria-label={t('loading')}>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the outlines are all alike
        <div key={row} className={classes.row}>
          <span className={classes.picture} />
          <Stack as="span" gap={2} content="center" className={classes.lines}>
            <span />
            <span />
          </Stack>
        </div>
      ))}
    </div>
  );
}
