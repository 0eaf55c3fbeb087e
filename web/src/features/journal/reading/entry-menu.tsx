import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { useBackground, useEntryActions } from '../api/entry-actions.ts';
import { offerUndo } from '../components/undo.ts';
import type { Entry } from '../entry.ts';
import { usePerson } from '../person.tsx';
import classes from './entry-bar.module.css';
import { useShare } from './use-share.ts';

const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog);

/** What else can be done with an own entry. */
export function EntryMenu({ entry }: { entry: Entry }) {
  const t = useTranslations('journal');
  const navigate = useNavigate();
  const problemOf = useProblem();
  const { isAiOn } = usePerson();
  const { copy, message } = useShare();
  const { remove, restore } = useEntryActions(entry);
  const background = useBackground(entry.id);
  const [isMoving, setIsMoving] = useState(false);

  async function removeEntry(): Promise<void> {
    await remove();
    await navigate({ to: '/journal', search: (search) => search });
    offerUndo({ message: t('deleted', { title: entry.title }), undo: restore });
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('moreActions')} loading={background.isPending}>
            <Icon name="more" size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="notebook" size={20} />} onClick={() => setIsMoving(true)}>
            {t('move')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="link" size={20} />} onClick={() => void copy(entry)}>
            {t('copyLink')}
          </Menu.Item>
          {isAiOn && (
            <Menu.Item leftSection={<Icon name="sprout" size={20} />} onClick={() => background.mutate()}>
              {t(entry.background_image_url === null ? 'paint' : 'paintAgain')}
            </Menu.Item>
          )}
          {entry.can.delete && (
            <Menu.Item leftSection={<Icon name="trash" size={20} />} onClick={() => void removeEntry()}>
              {t('delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <span role="status" className={classes.message}>
        {message}
        {background.isPending && t('painting')}
        {problemOf(background.error)}
      </span>
      <Suspense>{isMoving && <MoveDialog entry={entry} onClose={() => setIsMoving(false)} />}</Suspense>
    </>
  );
}
