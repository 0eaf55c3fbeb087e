import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { audienceQuery } from '../api/queries.ts';
import classes from './audience-preview.module.css';
import { AudienceSentence } from './audience-sentence.tsx';
import type { Sharing } from './sharing.rules.ts';

type AudiencePreviewProps = { sharing: Sharing; notebookId: string | null; isInButton?: boolean };

/** Who will be able to see an entry once it is saved. */
export function AudiencePreview({ sharing, notebookId, isInButton = false }: AudiencePreviewProps) {
  const t = useTranslations('journal');
  const { metadata_visibility, content_visibility, team_id, org_id } = sharing;
  const question = { notebook_id: notebookId, metadata_visibility, content_visibility, team_id, org_id };
  const isShared = [notebookId, metadata_visibility, content_visibility].some(
    (value) => value !== null && value !== 'private',
  );
  const { data, isError } = useQuery({ ...audienceQuery(question), enabled: isShared });
  const audience = isShared ? data : ONLY_YOU;
  return (
    <div className={classes.audience} {...(!isInButton && { role: 'status' })}>
      {audience === undefined ? (
        <p className={classes.unknown}>{t(isError ? 'audienceUnknown' : 'audienceLoading')}</p>
      ) : (
        <AudienceSentence audience={audience} />
      )}
    </div>
  );
}

const NO_READERS = { kind: 'private' as const, name: null, people_count: 0 };
const ONLY_YOU = { metadata: NO_READERS, content: NO_READERS };
