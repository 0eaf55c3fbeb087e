import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Scale } from '../../../shared/ui/scale.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import type { SleepEntry } from '../api/queries.ts';
import { useSaveSleep } from '../api/records.ts';
import classes from './forms.module.css';
import { useQualityWord } from './quality-word.ts';

const MAX_QUALITY = 5;
const DEFAULT_HOURS = 7.5;
const STEP_HOURS = 0.5;
const MAX_HOURS = 24;

/** How the night before a day was: the hours, then one tap that saves both. */
export function SleepForm({ day, entry }: { day: string; entry: SleepEntry | null }) {
  const t = useTranslations('wellbeing');
  const format = useFormatter();
  const qualityWord = useQualityWord();
  const [changed, setChanged] = useState<number | null>(null);
  const save = useSaveSleep();
  const hours = changed ?? entry?.hours ?? DEFAULT_HOURS;
  const quality = save.isPending ? save.variables.quality : (entry?.quality ?? null);

  const step = (by: number) => setChanged(Math.min(MAX_HOURS, Math.max(0, hours + by)));
  const saveWith = (value: number) =>
    // The first tap creates the record that the next one changes.
    !save.isPending &&
    save.mutate(
      { id: entry?.id ?? null, sleep_date: day, hours, quality: value },
      { onSuccess: () => setChanged(null) },
    );

  return (
    <div className={classes.form}>
      <Cluster gap={2} align="center">
        <span className={classes.label}>{t('hours')}</span>
        <ActionIcon variant="outline" aria-label={t('less')} disabled={hours <= 0} onClick={() => step(-STEP_HOURS)}>
          <Icon name="minus" size={20} />
        </ActionIcon>
        <output className={classes.number} aria-live="polite">
          {t('hoursShort', { hours: format.number(hours) })}
        </output>
        <ActionIcon
          variant="outline"
          aria-label={t('more')}
          disabled={hours >= MAX_HOURS}
          onClick={() => step(STEP_HOURS)}
        >
          <Icon name="plus" size={20} />
        </ActionIcon>
      </Cluster>
      <Scale label={t('sleepAsk')} wordOf={qualityWord} max={MAX_QUALITY} value={quality} onChange={saveWith} />
      {entry === null && <Muted>{t('sleepHelp')}</Muted>}
      {entry !== null && changed !== null && changed !== entry.hours && (
        <Button variant="outline" loading={save.isPending} onClick={() => saveWith(entry.quality)}>
          {t('saveHours')}
        </Button>
      )}
      <Problem error={save.error} />
    </div>
  );
}
