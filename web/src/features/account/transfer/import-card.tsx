import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { useSentence } from '../../../shared/problem/use-problem.ts';
import { Actions } from '../../../shared/ui/actions.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { type Import, isImportRunning } from '../api/queries.ts';
import { ProgressBar } from '../components/progress-bar.tsx';
import { ImportReport } from './import-report.tsx';
import { useStartImport } from './imports.ts';

/** The newest import, wherever it stands: being read, planned, running, done or failed. */
export function ImportCard({ newest, onDismiss }: { newest: Import; onDismiss: () => void }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const sentenceFor = useSentence();
  const { status, items_done: done, is_dry_run: isDryRun } = newest;
  const name = t(`sources.${SOURCE_OF[newest.format]}.name`);
  if (isImportRunning(newest)) {
    return (
      <Section title={t(isDryRun ? 'import.readingTitle' : 'import.runningTitle', { name })} isCard>
        <ProgressBar label={t('import.items', { count: done })} part={null} />
        <p>{t('import.leave')}</p>
      </Section>
    );
  }
  if (status === 'planned') return <Plan plan={newest} name={name} onDismiss={onDismiss} />;
  const finished =
    newest.finished_at === null ? '' : format.dateTime(new Date(newest.finished_at), { dateStyle: 'long' });
  return (
    <Section
      title={t(status === 'completed' ? 'import.completedTitle' : 'import.failedTitle', { name })}
      text={finished}
      isCard
    >
      {status === 'failed' && <FormProblem message={sentenceFor(newest.error_code, t('import.failedText'))} />}
      <ImportReport plan={newest} />
      <Actions>
        {status === 'completed' && <ButtonLink to="/journal">{t('import.toJournal')}</ButtonLink>}
        <Button variant="outline" onClick={onDismiss}>
          {t('import.another')}
        </Button>
      </Actions>
    </Section>
  );
}

const SOURCE_OF = {
  'day-one': 'dayOne',
  daylio: 'daylio',
  journey: 'journey',
  markdown: 'markdown',
  meadow: 'meadow',
} as const satisfies Record<Import['format'], string>;

/** The result of a dry run. Nothing is imported before the user starts it. */
function Plan({ plan, name, onDismiss }: { plan: Import; name: string; onDismiss: () => void }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const start = useStartImport(plan.id);
  const { counts, expires_at: expiresAt } = plan;
  const isEmpty = counts.entries + counts.photos + counts.notebooks + (counts.records ?? 0) === 0;
  const until =
    expiresAt === null
      ? ''
      : format.dateTime(new Date(expiresAt), { weekday: 'long', hour: '2-digit', minute: '2-digit' });
  return (
    <Section
      title={t('import.planTitle', { name })}
      text={isEmpty ? t('import.planEmpty') : t('import.planText', { date: until })}
      isCard
    >
      <ImportReport plan={plan} />
      <Problem error={start.error} isSpaced />
      <Actions>
        {!isEmpty && (
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            {t('import.start', { count: counts.entries })}
          </Button>
        )}
        <Button variant={isEmpty ? 'filled' : 'subtle'} onClick={onDismiss}>
          {t('import.another')}
        </Button>
      </Actions>
    </Section>
  );
}
