import type { components } from '@meadow/client';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DraftFields } from '../../../app/local/database.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { audienceQuery } from '../api/queries.ts';
import { AudienceSentence } from '../sharing/audience-sentence.tsx';
import { isWider } from '../sharing/sharing.rules.ts';

const Confirm = lazyPart(async () => (await import('../../../shared/ui/confirm.tsx')).Confirm);

type Audience = components['schemas']['Audience'];

/** Whether more people than so far can see an entry once it is saved. No one has seen a new entry, and its sharing was just chosen. */
export function useWidening(before: Audience | null) {
  const queryClient = useQueryClient();
  const [audience, setAudience] = useState<Audience | null>(null);

  async function ask(fields: DraftFields): Promise<boolean> {
    if (before === null) return false;
    const { notebook_id, metadata_visibility, content_visibility, team_id, org_id } = fields;
    const question = { notebook_id, metadata_visibility, content_visibility, team_id, org_id };
    // Offline the audience may be unknown. The sentence in the editor has said so.
    const response = await queryClient.fetchQuery(audienceQuery(question)).catch(() => null);
    if (response === null || !isWider(before, response.audience)) return false;
    setAudience(response.audience);
    return true;
  }

  return { audience, ask, close: () => setAudience(null) };
}

/** Asks before more people see an entry. */
export function WideningQuestion({
  widening: { audience, close },
  onConfirm,
}: {
  widening: ReturnType<typeof useWidening>;
  onConfirm: () => void;
}) {
  const t = useTranslations('journal');
  if (audience === null) return null;
  return (
    <Suspense>
      <Confirm
        isOpen
        title={t('widerTitle')}
        text={<AudienceSentence audience={audience} />}
        action={t('widerSave')}
        onClose={close}
        onConfirm={onConfirm}
      />
    </Suspense>
  );
}
