import { ActionIcon, Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { Row } from '../../../shared/ui/row.tsx';
import classes from './editor-bar.module.css';
import type { DraftState } from './use-draft.ts';

const EditorMenu = lazyPart(async () => (await import('./editor-menu.tsx')).EditorMenu);

type EditorBarProps = {
  state: DraftState;
  isNew: boolean;
  isPreview: boolean;
  onPreview: () => void;
  onDone: () => Promise<void>;
};

const STATES = { saved: 'draftKept', changed: 'draftChanged', full: 'draftFull' } as const;

/** Above a text: close, what became of the draft, preview and done. */
export function EditorBar({ state, isNew, isPreview, onPreview, onDone }: EditorBarProps) {
  const t = useTranslations('journal');
  const { state: saved } = state.autosave;
  return (
    <Row as="header" gap={1} className={classes.bar}>
      <ActionIcon aria-label={t('close')} aria-keyshortcuts="Escape" onClick={() => void state.close()}>
        <Icon name="close" />
      </ActionIcon>
      <Row as="p" gap="icon" grows tone="quiet" size="sm" className={classes.state} data-state={saved} role="status">
        {saved === 'saved' && <Icon name="check" size={16} />}
        {saved === 'full' && <Icon name="alert" size={16} />}
        <span>{t(STATES[saved])}</span>
      </Row>
      <ActionIcon aria-label={t('preview')} aria-pressed={isPreview} className={classes.toggle} onClick={onPreview}>
        <Icon name="eye" />
      </ActionIcon>
      <Suspense fallback={<span className={classes.menu} />}>
        <EditorMenu state={state} isNew={isNew} />
      </Suspense>
      <Button aria-keyshortcuts="Control+Enter" onClick={() => void onDone()}>
        {t('done')}
      </Button>
    </Row>
  );
}
