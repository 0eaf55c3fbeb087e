import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { notebooksQuery } from '../api/queries.ts';
import { Spine } from '../notebooks/spine.tsx';
import { AudiencePreview } from '../sharing/audience-preview.tsx';
import type { DetailsProps } from './details.tsx';
import classes from './summary.module.css';

const SummarySheet = lazyPart(async () => (await import('./summary-sheet.tsx')).SummarySheet);

export type Part = 'mood' | 'notebook' | 'tags' | 'whoSees';

/** On a phone: what is said about a text in short, above the keyboard. Each part opens to be changed. */
export function Summary(props: DetailsProps) {
  const t = useTranslations('journal');
  const [part, setPart] = useState<Part | null>(null);
  const { fields } = props;
  return (
    <div className={classes.summary}>
      <div className={classes.chips}>
        <button type="button" className={classes.chip} aria-haspopup="dialog" onClick={() => setPart('mood')}>
          <MoodChip mood={fields.mood} />
        </button>
        <button type="button" className={classes.chip} aria-haspopup="dialog" onClick={() => setPart('notebook')}>
          <NotebookChip id={fields.notebook_id} />
        </button>
        <button type="button" className={classes.chip} aria-haspopup="dialog" onClick={() => setPart('tags')}>
          <Icon name="tag" size={16} />
          <span dir="auto">{fields.tags.length === 0 ? t('tags') : fields.tags.join(', ')}</span>
        </button>
      </div>
      <button type="button" className={classes.audience} aria-haspopup="dialog" onClick={() => setPart('whoSees')}>
        <AudiencePreview sharing={fields} notebookId={fields.notebook_id} isInButton />
        <Icon name="chevron-right" size={20} />
      </button>
      <Suspense>{part !== null && <SummarySheet {...props} part={part} onClose={() => setPart(null)} />}</Suspense>
    </div>
  );
}

function MoodChip({ mood }: { mood: string | null }) {
  const t = useTranslations('journal');
  const nameOf = useMoodName();
  if (mood === null) return <span>{t('mood')}</span>;
  return (
    <>
      <MoodFlower mood={mood} size={16} />
      <span dir="auto">{nameOf(mood)}</span>
    </>
  );
}

function NotebookChip({ id }: { id: string | null }) {
  const t = useTranslations('journal');
  const { data: notebooks = [] } = useQuery(notebooksQuery);
  const name = notebooks.find((notebook) => notebook.id === id)?.name;
  return (
    <>
      {id === null ? <Icon name="notebook" size={16} /> : <Spine id={id} />}
      <span dir="auto">{name ?? t('notebook')}</span>
    </>
  );
}
