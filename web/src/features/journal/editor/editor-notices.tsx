import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { isConnectionError } from '../../../shared/problem/connection-error.ts';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import classes from './editor-notices.module.css';
import type { DraftState } from './use-draft.ts';

/** What a person must know of the text while writing: above the text, so that it is seen. */
export function EditorNotices({ state }: { state: DraftState }) {
  const t = useTranslations('journal');
  const { problems, failure, isForked, isDivided } = state;
  const sentenceOf = useProblem();
  return (
    <Stack gap={2} size="sm">
      <div role="alert">
        {problems.title !== null && <Problem text={t('titleTooLong', { problem: problems.title })} />}
        {problems.content !== null && (
          <Problem text={t('textTooLong', { problem: problems.content })}>
            <Button variant="outline" onClick={() => void state.divide()}>
              {t('divide')}
            </Button>
          </Problem>
        )}
        {/* The bar tells of a device without room. */}
        {isConnectionError(failure) && <Problem text={sentenceOf(failure) ?? ''} />}
      </div>
      <div role="status">
        {isForked && <p className={classes.notice}>{t('draftForked')}</p>}
        {isDivided && problems.content === null && (
          <div className={classes.notice}>
            <p>{t('divided')}</p>
            <ButtonLink to="/journal/drafts" variant="subtle">
              {t('drafts')}
            </ButtonLink>
          </div>
        )}
      </div>
    </Stack>
  );
}

function Problem({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <div className={classes.problem}>
      <Icon name="alert" size={16} />
      <p>{text}</p>
      {children}
    </div>
  );
}
