import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import type { SatisfactionEntry, SleepEntry } from '../api/queries.ts';
import classes from './forms.module.css';
import { useQualityWord } from './quality-word.ts';
import { SatisfactionForm } from './satisfaction-form.tsx';
import { SleepForm } from './sleep-form.tsx';

type WellbeingOfDayProps = { day: string; satisfaction: SatisfactionEntry | null; sleep: SleepEntry | null };

/** On Today: what is not said yet is asked for, and what is said is a line. */
export function WellbeingOfDay({ day, satisfaction, sleep }: WellbeingOfDayProps) {
  const t = useTranslations('wellbeing');
  const format = useFormatter();
  const qualityWord = useQualityWord();
  return (
    <Section title={t('howIsToday')} aside={<Link to="/wellbeing">{t('all')}</Link>} isCard>
      <div className={classes.parts}>
        {satisfaction === null && <SatisfactionForm day={day} entry={null} />}
        {sleep === null && <SleepForm day={day} entry={null} />}
        {(satisfaction !== null || sleep !== null) && (
          <Stack as="dl" gap={2}>
            {satisfaction !== null && (
              <Cluster gap={3} rows={0} align="baseline" className={classes.given}>
                <dt>{t('satisfaction')}</dt>
                <dd>{t('satisfactionName', { score: satisfaction.score })}</dd>
              </Cluster>
            )}
            {sleep !== null && (
              <Cluster gap={3} rows={0} align="baseline" className={classes.given}>
                <dt>{t('sleep')}</dt>
                <dd>{t('sleptLine', { hours: format.number(sleep.hours), quality: qualityWord(sleep.quality) })}</dd>
              </Cluster>
            )}
          </Stack>
        )}
      </div>
    </Section>
  );
}
