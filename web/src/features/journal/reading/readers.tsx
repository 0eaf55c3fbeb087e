import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import type { Entry } from '../entry.ts';
import { AudienceSentence } from '../sharing/audience-sentence.tsx';
import classes from './readers.module.css';

/** Who can see an own entry, and the way to change it. */
export function Readers({ entry }: { entry: Entry }) {
  const t = useTranslations('journal');
  if (entry.audience === null) return null;
  return (
    <section className={classes.readers} aria-label={t('whoSees')}>
      <AudienceSentence audience={entry.audience} />
      {entry.can.edit && (
        <ButtonLink
          variant="subtle"
          to="/journal/$entryId/edit"
          params={{ entryId: entry.id }}
          className={classes.change}
        >
          {t('change')}
        </ButtonLink>
      )}
    </section>
  );
}
