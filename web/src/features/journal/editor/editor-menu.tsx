import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import type { DraftState } from './use-draft.ts';

/** The other drafts, and the way out without saving. */
export function EditorMenu({ state, isNew }: { state: DraftState; isNew: boolean }) {
  const t = useTranslations('journal');
  const [isDiscarding, setIsDiscarding] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('moreActions')}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="list" size={20} />} onClick={() => void state.close('/journal/drafts')}>
            {t('drafts')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="trash" size={20} />} onClick={() => setIsDiscarding(true)}>
            {t(isNew ? 'draftDiscard' : 'draftRevert')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        isOpen={isDiscarding}
        title={t(isNew ? 'draftDiscardTitle' : 'draftRevertTitle')}
        text={t(isNew ? 'draftDiscardText' : 'draftRevertText')}
        action={t(isNew ? 'draftDiscard' : 'draftRevert')}
        onClose={() => setIsDiscarding(false)}
        onConfirm={() => void state.discard()}
      />
    </>
  );
}
