import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Scale } from '../../../shared/ui/scale.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import type { SatisfactionEntry } from '../api/queries.ts';
import { useSaveSatisfaction } from '../api/records.ts';
import classes from './forms.module.css';

const MAX_SCORE = 10;

/** How satisfied the user is with a day: one tap saves it, another one changes it. */
export function SatisfactionForm({ day, entry }: { day: string; entry: SatisfactionEntry | null }) {
  const t = useTranslations('wellbeing');
  const save = useSaveSatisfaction();
  const score = save.isPending ? save.variables.score : (entry?.score ?? null);
  return (
    <div className={classes.form}>
      <Scale
        label={t('satisfactionAsk')}
        nameOf={(value) => t('satisfactionName', { score: value })}
        max={MAX_SCORE}
        value={score}
        // The first tap creates the record that the next one changes.
        onChange={(value) => !save.isPending && save.mutate({ id: entry?.id ?? null, score: value, entry_date: day })}
      />
      <Muted>{t('satisfactionEnds')}</Muted>
      <Problem error={save.error} />
    </div>
  );
}
