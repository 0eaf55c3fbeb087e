import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import classes from './transfer.module.css';

const SOURCES = ['dayOne', 'daylio', 'journey', 'markdown', 'meadow'] as const;

/** How to get the file out of each other diary. */
export function ImportSources() {
  const t = useTranslations('account');
  return (
    <Stack gap={2}>
      {SOURCES.map((source) => (
        <details key={source} className={classes.source} name="source">
          <summary>
            {t(`sources.${source}.name`)}
            <Icon name="chevron-down" size={20} />
          </summary>
          <ol>
            {(['first', 'second', 'third'] as const).map((step) => (
              <li key={step}>{t(`sources.${source}.${step}`)}</li>
            ))}
          </ol>
        </details>
      ))}
    </Stack>
  );
}
